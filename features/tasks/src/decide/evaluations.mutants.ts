/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "bounds: a step evaluates all it has in one turn",
    text: "else if (this.#made.length > 0 && this.#budget.isSpent) throw new TurnOver();",
    instead: "",
    test: "features/tasks/src/decide/evaluations.test.ts",
    testName: "takes several turns",
  },
] as const;
