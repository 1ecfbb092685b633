/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "programs: the folders of all runs have no bound together",
    text: "sumKb <= largest.limitMb * KB_A_MB",
    instead: "kbOf(largest) <= largest.limitMb * KB_A_MB",
    test: "adapters/command-runner/src/process/run-process.test.ts",
    testName: "of programs whose folders have too much together",
  },
] as const;
