/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "bounds: long work of many callers is done in one turn",
    text: "const next = this.#waiting.shift();",
    instead: "const next = this.#waiting.shift(); for (const other of this.#waiting.splice(0)) other();",
    test: "core/src/base/batching/loop-turns.test.ts",
    testName: "a turn of its own, in their order",
  },
] as const;
