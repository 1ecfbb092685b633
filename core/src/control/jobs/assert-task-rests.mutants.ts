/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a task is deleted under its runs",
    text: "if (items.length === 0) return;",
    instead: "if (items.length >= 0) return;",
    test: "http/test/api.test.ts",
    testName: "are not deleted while a run is under way",
  },
] as const;
