/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "programs: one that has emptied its environment outlives its run",
    text: " || (await isIn(pid, folders))",
    instead: "",
    test: "adapters/command-runner/src/process/run-process.test.ts",
    testName: "emptied its environment",
  },
] as const;
