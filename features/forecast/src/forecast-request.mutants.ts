/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "forecast: a window has no end",
    text: "if (!(toMs > fromMs && toMs - fromMs <= mostDays * A_DAY_MS))",
    instead: "if (!(toMs > fromMs))",
    test: "features/forecast/src/spreads.test.ts",
    testName: "is refused beyond 31 days",
  },
] as const;
