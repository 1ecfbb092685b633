/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the queue on MongoDB: a newcomer overtakes those that wait",
    text: "if (waiting.some(({ id }) => id !== one.change.id)) behind.add(one);",
    instead: "if (waiting.length > ENOUGH_TO_WAIT) behind.add(one);",
    test: "adapters/mongodb/src/contract.test.ts",
    testName: "overtakes nobody",
  },
  {
    name: "the queue on MongoDB: a run that was ended blocks those after it",
    text: "if (stale.length === 0) return found.slice(0, most);",
    instead: "return found.slice(0, most);",
    test: "adapters/mongodb/src/contract.test.ts",
    testName: "waits no more",
  },
] as const;
