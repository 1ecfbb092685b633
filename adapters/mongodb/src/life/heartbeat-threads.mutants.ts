/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the lock: its thread is not told that it was renewed, and leaves it alone",
    text: "this.#sign.renewed();",
    instead: "",
    test: "adapters/mongodb/src/life/runtimes.test.ts",
    testName: "on node",
  },
] as const;
