/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the queue in memory: a newcomer overtakes those that wait",
    text: "waiting !== undefined && lane.hasOthers(run) ? null : lane.take(limit)",
    instead: "lane.take(limit)",
    test: "test/contract/memory.test.ts",
    testName: "overtakes nobody",
  },
] as const;
