/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "jitter: a fire that waits to begin is lost where an edit leaves it less time",
    text: "if (shorter.size === 0) return;",
    instead: "return;",
    test: "features/forecast/src/coming-fires.test.ts",
    testName: "is not lost where",
  },
] as const;
