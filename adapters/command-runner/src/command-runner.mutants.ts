/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "programs: arguments become words unless a job says otherwise",
    text: "work.args === CommandArgs.Words",
    instead: "work.args !== CommandArgs.Stdin",
    test: "adapters/command-runner/src/command-runner.test.ts",
    testName: "on standard input alone",
  },
] as const;
