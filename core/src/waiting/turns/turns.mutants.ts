/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the turns: a worker that stops keeps the turn to itself",
    text: "dispatchAgain(runs.slice(here), this.#options),",
    instead: "",
    test: "core/src/waiting/turns/slot-turns.test.ts",
    testName: "hands the turn over",
  },
  {
    name: "the turns: a run that is no longer to run ends the giving of turns",
    text: 'look.free += outcomes.filter((outcome) => outcome === "refused").length;',
    instead: "",
    test: "core/src/waiting/turns/slot-turns.test.ts",
    testName: "until none waits",
  },
  {
    name: "rates: nobody begins the next when its time has come",
    text: "else this.#lookIn(freeInMs, lane, rate);",
    instead: "",
    test: "core/src/waiting/turns/rate-turns.test.ts",
    testName: "begins as many as the rate allows",
  },
  {
    name: "rates: a begin that is given back is left unused until the window has passed",
    text: "if (begun < granted || granted === wanted)",
    instead: "if (granted === wanted && begun === granted)",
    test: "test/model/interleavings.test.ts",
    testName: "have a rate that lets both begin",
  },
  {
    name: "the turns: one slot is used of all that a dead worker left",
    text: "if (mayBeMore) look.unsure = Math.max(look.unsure, unsure);",
    instead: "",
    test: "core/src/waiting/turns/slot-turns.test.ts",
    testName: "twice as many",
  },
] as const;
