/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "samples: one that a heartbeat repeats is counted twice",
    text: "ofBlock.filter(({ atMs }) => atMs > latest).map(pack);",
    instead: "ofBlock.filter(({ atMs }) => atMs > -latest).map(pack);",
    test: "features/samples/src/samples.test.ts",
    testName: "go on under its name",
  },
  {
    name: "samples: the step under way is not shown before it is over",
    text: "return [...kept, ...rollUp(finer, tier.everyMs)];",
    instead: "return finer.length > 0 ? kept : [];",
    test: "features/samples/src/samples.test.ts",
    testName: "of 6h are shown in steps of 5m",
  },
] as const;
