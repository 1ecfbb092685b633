/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "sums in MongoDB: a batch is added to a sum that has it already",
    text: "?.batch ?? -1) < number",
    instead: "?.batch ?? -1) <= number",
    test: "adapters/mongodb/src/stores/rollup-store.test.ts",
    testName: "dies at write 3",
  },
  {
    name: "sums in MongoDB: what was accepted and cut short is not completed",
    text: "if (read.batch !== null) await this.#complete(tenant, read.batch);",
    instead: "",
    test: "adapters/mongodb/src/stores/rollup-store.test.ts",
    testName: "dies at write 2",
  },
] as const;
