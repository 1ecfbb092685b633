/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "promises: a batch of no items has an item",
    text: "state?.batch?.count === 0 ? NO_ITEMS : null",
    instead: "null",
    test: "features/tasks/src/decide/edge-cases.test.ts",
    testName: "a batch of no items is an empty list",
  },
] as const;
