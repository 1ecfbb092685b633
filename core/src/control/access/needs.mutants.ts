/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "permissions: a method without a rule is free",
    text: "if (rule !== undefined) return rule;",
    instead: "return rule ?? null;",
    test: "core/src/control/access/needs.test.ts",
    testName: "refuses a method that does not exist",
  },
] as const;
