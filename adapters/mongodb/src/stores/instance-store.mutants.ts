/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "MongoDB: half a run that a dead process left is taken for a run",
    text: "tenant !== undefined || (await completeHalf(this.#store, document))",
    instead: "tenant !== undefined",
    test: "adapters/mongodb/src/runs/insert-in-two.test.ts",
    testName: "is completed by a repeated call",
  },
] as const;
