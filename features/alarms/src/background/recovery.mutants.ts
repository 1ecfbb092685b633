/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "alarms: one success ends a row of failures",
    text: "const ROW_ENDS_WITH = 2;",
    instead: "const ROW_ENDS_WITH = 1;",
    test: "features/alarms/src/background/alarms.test.ts",
    testName: "opens one incident, which counts",
  },
  {
    name: "alarms: a fire that was late itself ends what was missed",
    text: "return run.createdAt.getTime() - due.getTime() <= ON_TIME_MS;",
    instead: "return true;",
    test: "features/alarms/src/background/alarms.test.ts",
    testName: "that were missed open an incident until one is on time",
  },
] as const;
