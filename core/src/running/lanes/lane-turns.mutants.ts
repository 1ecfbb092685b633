/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the turns: a worker that stops keeps the turn to itself",
    text: "dispatchAgain(runs.slice(here), { store, dispatcher, clock }),",
    instead: "",
    test: "core/src/running/lanes/lane-turns.test.ts",
    testName: "hands the turn over",
  },
  {
    name: "the turns: a run that is no longer to run ends the giving of turns",
    text: 'look.free += outcomes.filter((outcome) => outcome === "refused").length;',
    instead: "",
    test: "core/src/running/lanes/lane-turns.test.ts",
    testName: "until none waits",
  },
  {
    name: "the turns: one slot is used of all that a dead worker left",
    text: "if (mayBeMore) look.unsure = Math.max(look.unsure, unsure);",
    instead: "",
    test: "core/src/running/lanes/lane-turns.test.ts",
    testName: "twice as many",
  },
] as const;
