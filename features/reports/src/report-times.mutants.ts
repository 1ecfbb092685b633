/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "reports: weeks are read in which other sums begin",
    text: "const cuts = [...generations.map(({ since }) => since), ",
    instead: "const cuts = [",
    test: "features/reports/src/report-times.test.ts",
    testName: "and none in which other sums begin",
  },
] as const;
