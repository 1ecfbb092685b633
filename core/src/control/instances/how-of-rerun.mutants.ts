/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a re-run takes the newest version",
    text: "const version = wanted ?? versionOf(original);",
    instead: "const version = wanted ?? null;",
    test: "http/test/api.test.ts",
    testName: "are run again by the version",
  },
] as const;
