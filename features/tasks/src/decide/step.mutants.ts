/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a step has the revision of the one before it",
    text: "this.#rev = state.rev + 1;",
    instead: "this.#rev = state.rev;",
    test: "features/tasks/src/decide/advance.test.ts",
    testName: "I6",
  },
] as const;
