/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a cancel does not reach the nodes",
    text: "if (run.cancelRequestedAt !== null && state.cause?.cancels !== true) {",
    instead: "if (state.rev < 0) {",
    test: "features/tasks/src/driver/task-driver.property.test.ts",
    testName: "races with the end",
  },
] as const;
