/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "strict audit: people and tenants are changed without it",
    text: "if (extension === null && changesElsewhere(route)) {",
    instead: "if (extension === null && !changesElsewhere(route)) {",
    test: "http/test/api.test.ts",
    testName: "refuses makeToken while its entry cannot be written",
  },
] as const;
