/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the bus: a request that it refuses fails the caller",
    text: `      this.#failures += 1;
      onError(error);`,
    instead: "      throw error;",
    test: "core/src/dispatch/dispatcher.test.ts",
    testName: "reports a bus that fails",
  },
] as const;
