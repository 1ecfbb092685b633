/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "ids: those that are made within a millisecond are not in the order of the calls",
    text: "made = (made + 1) % COUNTED;",
    instead: "made = (made + 7919) % 9973;",
    test: "core/src/base/ids.test.ts",
    testName: "sorts in the order of the calls",
  },
] as const;
