/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "backfill: a range loses its first instant",
    text: "after: times.boundOf(new Date(first - 1))",
    instead: "after: times.boundOf(new Date(first))",
    test: "features/backfill/src/backfills.property.test.ts",
    testName: "each time gets one run at most",
  },
] as const;
