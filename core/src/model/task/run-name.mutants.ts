/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: the run of an earlier visit has the name of a later one",
    text: '${visit === "" ? "" : `~${visit}`}',
    instead: "",
    test: "features/tasks/src/decide/advance.test.ts",
    testName: "repeats a loop",
  },
] as const;
