/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "sums: a batch is added wherever the position is",
    text: "return state.position === from ? {",
    instead: "return state.position !== null || state.position === from ? {",
    test: "features/reports/src/reports.test.ts",
    testName: "where two control planes sum up at the same time",
  },
  {
    name: "sums: a draft is taken before it has got as far as the sums in force",
    text: "(isTaken && draft.position !== position)",
    instead: "(isTaken && draft.position === null)",
    test: "test/contract/memory.test.ts",
    testName: "a draft is not seen until it is taken",
  },
] as const;
