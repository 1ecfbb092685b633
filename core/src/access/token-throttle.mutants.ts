/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "wrong tokens: guesses have no limit",
    text: "if (failures === null || failures.tokens.size < MOST_WRONG) return 0;",
    instead: "if (failures === null || failures.tokens.size > MOST_WRONG) return 0;",
    test: "http/test/api.test.ts",
    testName: "after 20 different wrong tokens a caller is refused",
  },
] as const;
