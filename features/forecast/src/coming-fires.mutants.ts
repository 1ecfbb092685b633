/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "coming fires: who comes second is told that it decided",
    text: "if (made?.created !== true) throw decided(id);",
    instead: "",
    test: "features/forecast/src/coming-fires.test.ts",
    testName: "is decided once",
  },
] as const;
