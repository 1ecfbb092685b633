/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "history: a record is replaced although its latest act is not in the history yet",
    text: "await actLog.keepLatest(current);",
    instead: "",
    test: "core/src/control/history/history.test.ts",
    testName: "although the process ended right after the change",
  },
] as const;
