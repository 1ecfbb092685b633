/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "chains: runs begin each other for ever",
    text: "if (chainAfter(last).depth < LONGEST_CHAIN) return null;",
    instead: "if (chainAfter(last).depth < 10 * LONGEST_CHAIN) return null;",
    test: "test/behaviour/embedded.test.ts",
    testName: "a job whose code begins itself again is refused after 100 runs",
  },
] as const;
