/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "programs: the folder of a living process is removed",
    text: " && startOf(Number(pid)) !== start",
    instead: "",
    test: "adapters/command-runner/src/process/run-process.test.ts",
    testName: "has been killed",
  },
] as const;
