/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "drafts: a run goes on by one",
    text: "if (kept === null || kept.draft === true) return null;",
    instead: "if (kept === null) return null;",
    test: "test/behaviour/embedded.test.ts",
    testName: "no run has a draft",
  },
] as const;
