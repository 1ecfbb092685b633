/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "alarms: a notice that could not be made counts as made",
    text: "if (isMoJobError(error) && OUTAGES.includes(error.code)) throw error;",
    instead: "",
    test: "features/alarms/src/background/notifier.test.ts",
    testName: "goes on under the same id",
  },
] as const;
