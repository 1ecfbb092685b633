/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "unique keys: one that is taken is given a second time",
    text: "if (holder !== undefined && holder.record.id !== change.id) return null;",
    instead: "",
    test: "test/contract/memory.test.ts",
    testName: "gives an open run another unique key",
  },
  {
    name: "lanes: a run that was moved keeps its turn",
    text: "(!waitsForSlot(before) || before.lane !== record.lane);",
    instead: "!waitsForSlot(before);",
    test: "adapters/sqlite/src/contract.test.ts",
    testName: "takes turns with those of its key there",
  },
  {
    name: "unique jobs: the key stays with a run that has ended",
    text: "uniqueKey: isTerminal(state) ? null : uniqueKey,",
    instead: "uniqueKey,",
    test: "test/contract/memory.test.ts",
    testName: "a unique key is",
  },
  {
    name: "debounced jobs: a run keeps its key when it is freed",
    text: "isTerminal(state) ? null : uniqueKey,",
    instead: "isTerminal(state) ? null : (uniqueKey ?? record.uniqueKey),",
    test: "test/contract/memory.test.ts",
    testName: "frees a unique key before the end",
  },
  {
    name: "hung code: a run leaves its slot with Processing",
    text: "runs || abandoned !== null ? slot : null",
    instead: "runs ? slot : null",
    test: "test/contract/memory.test.ts",
    testName: "update() keeps the slot",
  },
] as const;
