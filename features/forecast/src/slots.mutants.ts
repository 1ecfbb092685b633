/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "forecast: a full job runs what it skips",
    text: "if (free > at && !this.#waits) return null;",
    instead: "",
    test: "features/forecast/src/spreads.test.ts",
    testName: "is fires by how long they take",
  },
] as const;
