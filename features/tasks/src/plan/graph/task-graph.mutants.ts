/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "promises: cleanup handles a failure",
    text: "if (on === EdgeCondition.Ok || cleanup === true) return false;",
    instead: "if (on === EdgeCondition.Ok) return false;",
    test: "features/tasks/src/decide/edge-cases.test.ts",
    testName: "cleanup handles no failure",
  },
] as const;
