/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "explain: a run of another app is explained",
    text: "if (run == null || !requester.finds(run.app))",
    instead: "if (run == null)",
    test: "features/why/src/explain-run.test.ts",
    testName: "not to one who may not read its app",
  },
  {
    name: "explain: a run that ended before another one waited held its slot",
    text: "(completedAt !== null && completedAt > from)",
    instead: "completedAt !== null",
    test: "features/why/src/explain-run.test.ts",
    testName: "a run that had ended before held no slot",
  },
] as const;
