/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "retention: each shard of a broadcast counts as a run in MongoDB",
    text: '= { "part.of": { $exists: false } };',
    instead: "= {} as never;",
    test: "adapters/mongodb/src/contract.test.ts",
    testName: "sweep() counts a broadcast and its shards as one",
  },
] as const;
