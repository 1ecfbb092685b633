/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "late fires: the rest is recorded although the first of them could not be",
    text: "for (const { reject } of [...batch, ...this.#takeRest(batch)]) reject(error);",
    instead: "for (const { reject } of batch) reject(error);",
    test: "core/src/duties/firing-loop.test.ts",
    testName: "first of many writes fails",
  },
] as const;
