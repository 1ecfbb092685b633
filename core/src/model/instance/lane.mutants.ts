/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "slots given on: a run for another executor begins here",
    text: "return attempt === 0 && routing === null;",
    instead: "return true;",
    test: "test/contract/memory.test.ts",
    testName: "passes nobody over",
  },
] as const;
