/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "bounds: a function costs nothing of its arguments",
    text: "for (const arg of args) parts.budget.spend(costOf(arg), parts.at);",
    instead: "",
    test: "core/src/expression/evaluate-expression.test.ts",
    testName: "counts the characters of long texts too often",
  },
] as const;
