/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "sql: a temporary table is left to the next statement",
    text: "LEAVING_NOTHING.has(word) &&",
    instead: 'word !== "" &&',
    test: "adapters/sql-runner/src/attacks.test.ts",
    testName: "have a connection of their own",
  },
] as const;
