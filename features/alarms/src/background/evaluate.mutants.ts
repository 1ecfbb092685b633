/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "alarms: a second incident is opened where another evaluation was faster",
    text: "if (newest !== null && newest.resolvedAt === null) continue;",
    instead: "",
    test: "features/alarms/src/background/alarms.test.ts",
    testName: "where the other one was faster",
  },
] as const;
