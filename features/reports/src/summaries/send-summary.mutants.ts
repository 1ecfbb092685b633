/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "report summaries: are sent of apps that their owner may no longer read",
    text: "if (reader === null || !isReadable)",
    instead: "if (reader === null)",
    test: "features/reports/src/summaries/summaries.test.ts",
    testName: "say nothing of what their owner may no longer read",
  },
  {
    name: "report summaries: start a job that their owner may no longer start",
    text: "reader.assertHolds(Permission.TriggerRuns, definition.app);",
    instead: "",
    test: "features/reports/src/summaries/summaries.test.ts",
    testName: "may no longer start the job",
  },
] as const;
