/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "secrets: what may be the beginning of one is shown at once",
    text: "return this.#release(this.#end - this.#trie.depth(this.#node));",
    instead: "return this.#release(this.#end);",
    test: "core/src/base/sealing/byte-mask.test.ts",
    testName: "wherever output is divided",
  },
] as const;
