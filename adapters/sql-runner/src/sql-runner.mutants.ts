/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "sql: a connection is for every tenant",
    text: "tenants?.includes(tenant) ?? true);",
    instead: "tenants?.includes(tenant) !== null);",
    test: "adapters/sql-runner/src/connection.test.ts",
    testName: "are those of a tenant",
  },
] as const;
