/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a re-run in a loop forgets what earlier visits wrote",
    text: "if (began !== undefined && isWritten) writes.push(began);",
    instead: "if (began === undefined && isWritten) continue;",
    test: "features/tasks/src/decide/written-vars.test.ts",
    testName: "a re-run goes on in a loop with what its visit began with",
  },
  {
    name: "tasks: a re-run takes over the first of several written values",
    text: "one.seq - other.seq",
    instead: "other.seq - one.seq",
    test: "features/tasks/src/decide/written-vars.test.ts",
    testName: "a re-run goes on with what was written by what it takes over",
  },
] as const;
