/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "called executors: a run is delivered to its executor, which takes none by itself",
    text: "return executor?.address === undefined ? executor : null;",
    instead: "return executor;",
    test: "test/behaviour/embedded.test.ts",
    testName: "whichever worker calls it, and is called again alone where it failed",
  },
] as const;
