/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "promises: a failed task keeps its cause to itself",
    text: "root ?? failureOf(end, definition.options.timeoutMs)",
    instead: "failureOf(end, definition.options.timeoutMs)",
    test: "test/behaviour/embedded.test.ts",
    testName: "a task that failed says what its node failed with",
  },
] as const;
