/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the fence in memory: a claim is not compared",
    text: "(claim === undefined || claim === record.claim) &&",
    instead: "",
    test: "test/contract/memory.test.ts",
    testName: "update()",
  },
  {
    name: "debounced jobs: a run is enqueued before it is due",
    text: "record.scheduledFor <= dueBy",
    instead: "record.scheduledFor >= new Date(0)",
    test: "adapters/sqlite/src/contract.test.ts",
    testName: "due later",
  },
] as const;
