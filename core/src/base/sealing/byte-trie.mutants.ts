/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "secrets: one that ends within a longer one is not found",
    text: "if (this.found(node) === 0) this.#found[node] = this.found(fallback);",
    instead: "",
    test: "core/src/base/sealing/byte-mask.test.ts",
    testName: "looking for each text everywhere",
  },
] as const;
