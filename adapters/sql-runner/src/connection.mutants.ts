/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "sql: the password of a connection is shown as it was encoded",
    text: "return [url, password, decoded(password),",
    instead: "return [url, password,",
    test: "adapters/sql-runner/src/connection.test.ts",
    testName: "hide their password in every form",
  },
] as const;
