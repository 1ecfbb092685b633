/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "coming fires: a decision counts without its run",
    text: "if (run === null) return [];",
    instead: "if (run === null) return [fire];",
    test: "features/forecast/src/coming-fires.property.test.ts",
    testName: "each fire has one run or record",
  },
] as const;
