/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "records in SQLite: a write does not look at the revision that is stored",
    text: "id = ?2), 0) = ?3 - 1",
    instead: "id = ?2), 0) >= 0",
    test: "adapters/sqlite/src/contract.test.ts",
    testName: "put() writes each revision over the one before",
  },
  {
    name: "records in SQLite: copies that somebody changed are not seen",
    text: "value !== columns[names.length + index]",
    instead: "value === undefined",
    test: "adapters/sqlite/src/edited-audit.test.ts",
    testName: "the column of the kind",
  },
] as const;
