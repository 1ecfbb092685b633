/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "broadcasts: one under way holds a slot of its job",
    text: "lane: request.lane, limit: null });",
    instead: "lane: request.lane, limit: definition.options.maxConcurrency });",
    test: "test/model/followers.test.ts",
    testName: "a broadcast has two shards",
  },
] as const;
