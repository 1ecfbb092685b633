/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "bounds: who has much long work goes before other tenants",
    text: "const own = waiting.get(this.#tenant);",
    instead: "const own = [...waiting.values()][0] ?? waiting.get(this.#tenant);",
    test: "core/src/base/batching/loop-turns.test.ts",
    testName: "however much of another one waits",
  },
] as const;
