/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "sql: a read-only connection writes in PostgreSQL",
    text: '"BEGIN READ ONLY"',
    instead: '"BEGIN"',
    test: "adapters/sql-runner/src/attacks.test.ts",
    testName: "say why in a code of their own",
  },
  {
    name: "sql: a statement that was cancelled goes on in PostgreSQL",
    text: "cancelAtServer(client);",
    instead: "client.emit(String(signal.aborted));",
    test: "adapters/sql-runner/src/contract.test.ts",
    testName: "ends in time with the reason, and leaves nothing",
  },
] as const;
