/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "doors: an executor's token reaches every route",
    text: "if (only === null || only === extension) return;",
    instead: "if (only !== undefined || only === extension) return;",
    test: "server/src/deployment/door-credentials.test.ts",
    testName: "refuses an executor's token",
  },
] as const;
