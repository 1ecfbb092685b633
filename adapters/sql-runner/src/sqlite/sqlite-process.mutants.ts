/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "sql: a statement on SQLite outlives its worker",
    text: 'for (const event of ["end", "close", "error"])',
    instead: "for (const event of [])",
    test: "adapters/sql-runner/src/attacks.test.ts",
    testName: "leaves no statement, no process and no lock behind",
  },
] as const;
