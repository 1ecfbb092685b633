/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "sql: what follows a statement is passed over",
    text: "|| !isBlank(text.slice(statement.sourceSQL.length))",
    instead: "|| !isBlank(text.slice(text.length))",
    test: "adapters/sql-runner/src/attacks.test.ts",
    testName: "say why in a code of their own",
  },
  {
    name: "sql: rows that are too many change the file",
    text: "const isKept = rows.length === 0 ||",
    instead: "const isKept = this.#isOver ||",
    test: "adapters/sql-runner/src/attacks.test.ts",
    testName: "say why in a code of their own",
  },
] as const;
