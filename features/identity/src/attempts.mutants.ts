/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "people: attempts at the same time are judged beyond the bound",
    text: "if (failed >= bound.most) return",
    instead: "if (failed >= bound.most * 2) return",
    test: "features/identity/src/attempts.test.ts",
    testName: "at the same time are as many",
  },
] as const;
