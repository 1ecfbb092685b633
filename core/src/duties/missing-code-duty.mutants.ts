/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "jobs that left the code: a worker that drains does not count as having it",
    text: "executors.some((executor) => hasRunner(executor, definition))",
    instead: "executors.some((executor) => executor.drain === undefined && hasRunner(executor, definition))",
    test: "core/src/control/jobs/job-life.test.ts",
    testName: "was asked to drain",
  },
] as const;
