/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "sql: a read-only connection takes whatever the database takes",
    text: "if (readOnly && !READING.has(first))",
    instead: 'if (readOnly && first === "")',
    test: "adapters/sql-runner/src/statement/assert-allowed.property.test.ts",
    testName: "a read-only connection takes",
  },
  {
    name: "sql: SQLite opens other files",
    text: "if (REFUSED_BY_SQLITE.has(word))",
    instead: 'if (word === "BEGIN")',
    test: "adapters/sql-runner/src/statement/assert-allowed.property.test.ts",
    testName: "no statement that SQLite takes for an ATTACH",
  },
] as const;
