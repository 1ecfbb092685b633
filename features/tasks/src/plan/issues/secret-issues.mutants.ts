/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a parameter that is declared as secret is kept in the clear",
    text: "if (secret === true)",
    instead: "if (secret === null)",
    test: "features/tasks/src/plan/validate-rules.test.ts",
    testName: "refuses a secret that callers would give",
  },
] as const;
