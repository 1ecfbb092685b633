/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "alarms: hours over midnight end at midnight",
    text: "|| (beginsOn(day - 1) && minute < end)",
    instead: "",
    test: "features/alarms/src/background/hours.test.ts",
    testName: "over midnight",
  },
] as const;
