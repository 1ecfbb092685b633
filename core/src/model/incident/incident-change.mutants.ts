/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "alarms: a run counts again when its end comes again",
    text: "if (finding.run !== null && incident.runs.includes(finding.run)) return incident;",
    instead: "",
    test: "features/alarms/src/background/alarms.test.ts",
    testName: "counts a run once",
  },
] as const;
