/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a node that waits for cleanup is accepted, and the task never ends",
    text: "if (after.node.cleanup !== true)",
    instead: "if (after.node.cleanup === true)",
    test: "features/tasks/src/plan/validate-rules.test.ts",
    testName: "a node that waits for cleanup",
  },
] as const;
