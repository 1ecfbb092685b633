/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "executors: their jobs start jobs of other apps",
    text: "const isOwn = known.has(job) ? known.get(job)?.app === app : job === key || beside.has(job);",
    instead: "const isOwn = known.has(job) || job === key || beside.has(job);",
    test: "adapters/executor-gateway/src/executor-gateway.test.ts",
    testName: "are never others, such as",
  },
] as const;
