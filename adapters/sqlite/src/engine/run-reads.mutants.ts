/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "turns in SQLite: the order does not have them",
    text: "ORDER BY priority, turn, created_at, id LIMIT",
    instead: "ORDER BY priority, created_at, id LIMIT",
    test: "adapters/sqlite/src/contract.test.ts",
    testName: "firstWaiting() takes the keys in turn",
  },
] as const;
