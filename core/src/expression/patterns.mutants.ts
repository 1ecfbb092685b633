/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "bounds: the patterns of a body are bounded by expression alone",
    text: "return this.#instructions > MOST_PATTERNS ? this.#instructions : null;",
    instead: "return null;",
    test: "features/tasks/src/plan/validate-rules.test.ts",
    testName: "patterns of many expressions that are large together",
  },
] as const;
