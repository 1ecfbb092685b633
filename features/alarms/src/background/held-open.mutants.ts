/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "alarms: what comes and goes is opened and resolved each time",
    text: "return latest.length === FLAPS &&",
    instead: "return latest.length > 100 &&",
    test: "features/alarms/src/background/alarms.test.ts",
    testName: "is held open when it comes and goes",
  },
] as const;
