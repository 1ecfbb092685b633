/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "rates: what began before does not count",
    text: "Math.min(wanted, max - used)",
    instead: "Math.min(wanted, max)",
    test: "core/src/waiting/turns/rate.test.ts",
    testName: "never grants more than the number within any window",
  },
] as const;
