/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "unique jobs in SQLite: the index is not unique",
    text: "CREATE UNIQUE INDEX unique_keys",
    instead: "CREATE INDEX unique_keys",
    test: "adapters/sqlite/src/contract.test.ts",
    testName: "insert() writes one open run of a unique key",
  },
] as const;
