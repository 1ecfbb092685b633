/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "threads: code begins although its run was asked to end while its module was loaded",
    text: "context.signal.throwIfAborted();",
    instead: "",
    test: "adapters/threads/src/job-threads.test.ts",
    testName: "does not begin code whose time was over",
  },
] as const;
