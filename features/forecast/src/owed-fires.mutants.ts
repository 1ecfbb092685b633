/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "forecast: a fire of a pause is decided about",
    text: "if (owedStretches(plan, new Date(at.getTime() - 1), at).length === 0) return null;",
    instead: "",
    test: "features/forecast/src/coming-fires.test.ts",
    testName: "is refused of a schedule that counts from ends",
  },
] as const;
