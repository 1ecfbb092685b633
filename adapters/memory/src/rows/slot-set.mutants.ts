/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the slots in memory: the limit is not looked at",
    text: "if (this.#taken >= limit) return null;",
    instead: "",
    test: "test/contract/memory.test.ts",
    testName: "admit()",
  },
] as const;
