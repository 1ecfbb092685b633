/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: loops go on whatever their facts take of the store",
    text: " || hasManyFacts(state)",
    instead: "",
    test: "features/tasks/src/decide/edge-cases.test.ts",
    testName: "begins no visit once its task has as many facts",
  },
] as const;
