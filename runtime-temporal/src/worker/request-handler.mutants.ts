/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "debounced jobs: the workflow of a run that was postponed waits as for code",
    text: "isUntouched && !isPostponed &&",
    instead: "isUntouched &&",
    test: "runtime-temporal/src/temporal-client.test.ts",
    testName: "a debounced run that is postponed",
  },
] as const;
