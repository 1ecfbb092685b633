/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "arrivals in memory: a run waits though a slot is free, and nobody looks",
    text: "return this.#slots.taken >= limit;",
    instead: "return this.#slots.taken >= Math.min(limit, 1);",
    test: "test/contract/memory.test.ts",
    testName: "where a slot is free, though others wait",
  },
] as const;
