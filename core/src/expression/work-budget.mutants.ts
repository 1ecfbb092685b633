/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "bounds: patterns are bounded each, and not together",
    text: "this.spend(text.length * size, at);",
    instead: "",
    test: "core/src/expression/evaluate-expression.test.ts",
    testName: "looks for patterns too often",
  },
] as const;
