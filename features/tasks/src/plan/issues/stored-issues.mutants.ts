/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a task may execute itself",
    text: "if (first >= 0)",
    instead: "if (first > 99)",
    test: "features/tasks/src/plan/issues/stored-issues.test.ts",
    testName: "a task that executes it",
  },
] as const;
