/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "blocked loops: a job is blamed where the machine gave the process no processor",
    text: "waitedMs !== null && ms - waitedMs < BLOCKED_FROM_MS",
    instead: "waitedMs !== null && ms < 0",
    test: "core/src/running/worker/loop-watch.test.ts",
    testName: "blames no job where the machine",
  },
] as const;
