/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the queue on SQLite: a newcomer overtakes those that wait",
    text: "return this.#firstWaiting().some((run) => run.n !== n);",
    instead: "return n < 0;",
    test: "adapters/sqlite/src/contract.test.ts",
    testName: "overtakes nobody",
  },
  {
    name: "arrivals in SQLite: a run waits though a slot is free, and nobody looks",
    text: "return this.#slots().size >= limit;",
    instead: "return this.#slots().size >= Math.min(limit, 1);",
    test: "adapters/sqlite/src/contract.test.ts",
    testName: "where a slot is free, though others wait",
  },
] as const;
