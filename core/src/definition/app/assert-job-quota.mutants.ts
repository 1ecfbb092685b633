/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "quotas: a tenant may have any number of apps",
    text: "if (apps >= maxApps) {",
    instead: "if (apps >= maxApps && false) {",
    test: "http/test/api.test.ts",
    testName: "a new app is refused where a tenant has as many as it may",
  },
] as const;
