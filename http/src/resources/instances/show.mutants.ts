/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "turns: many long runs are shown in one turn of the event loop",
    text: "await LoopTurns.of(systemClock, scheduler.tenant).take();",
    instead: "",
    test: "test/bombs/many.test.ts",
    testName: "runs of long arguments, forty of them read at once",
  },
] as const;
