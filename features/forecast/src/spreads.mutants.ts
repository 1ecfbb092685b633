/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "spread: undoing takes back what somebody has changed since",
    text: "else if (jitterOf(job) !== jitterMs)",
    instead: "else if (job.revision < 0)",
    test: "features/forecast/src/spreads.test.ts",
    testName: "is suggested with its effect",
  },
] as const;
