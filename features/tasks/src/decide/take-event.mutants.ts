/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: the end of a run that was given up counts",
    text: "run.item === null && run.n === at?.n",
    instead: "run.item === null",
    test: "features/tasks/src/decide/advance.test.ts",
    testName: "I11",
  },
] as const;
