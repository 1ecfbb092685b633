/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "a worker that computes: its thread leaves the list of runs that it holds as it was",
    text: ' $unset: { holds: "" },',
    instead: "",
    test: "adapters/mongodb/src/life/runtimes.test.ts",
    testName: "is kept alive by a thread on node",
  },
] as const;
