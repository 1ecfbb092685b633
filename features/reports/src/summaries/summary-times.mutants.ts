/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "report summaries: are sent of a week that ended days ago",
    text: "const LATEST_MS = DAY_MS;",
    instead: "const LATEST_MS = 3 * DAY_MS;",
    test: "features/reports/src/summaries/summary-times.test.ts",
    testName: "and is due no longer than a day",
  },
  {
    name: "report summaries: are sent twice in an hour that comes twice",
    text: "overlap: DstOverlap.First",
    instead: "overlap: DstOverlap.Both",
    test: "features/reports/src/summaries/summary-times.test.ts",
    testName: "ends once in an hour that comes twice",
  },
  {
    name: "report summaries: are not sent on a day without their hour",
    text: "gap: DstGap.Shift",
    instead: "gap: DstGap.Skip",
    test: "features/reports/src/summaries/summary-times.test.ts",
    testName: "ends where clocks go on",
  },
] as const;
