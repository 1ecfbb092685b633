/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "reports: somebody who reads some apps sees the sums of all",
    text: "...(apps.names !== null && { apps: [...apps.names] }),",
    instead: "",
    test: "features/reports/src/reports.test.ts",
    testName: "of somebody who reads some apps",
  },
] as const;
