/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "sql: a cell of CSV is a formula",
    text: "FORMULA.test(text) ? `'${text}` : text",
    instead: "FORMULA.test(text) ? text : text",
    test: "adapters/sql-runner/src/output/csv.property.test.ts",
    testName: "no text among them is a formula",
  },
] as const;
