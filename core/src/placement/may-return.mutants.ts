/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "executors: a run that its program does not have waits for it",
    text: "|| new RunOwners([executor]).isDisowned(run)",
    instead: "",
    test: "core/src/duties/reconciler.test.ts",
    testName: "ends at once a run that its program does not have",
  },
] as const;
