/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "promises: a batch of no items has an item",
    text: "state?.batch?.count === 0 ? NO_ITEMS : null",
    instead: "null",
    test: "core/src/task/decide/edge-cases.test.ts",
    testName: "a batch of no items is an empty list",
  },
] as const;
