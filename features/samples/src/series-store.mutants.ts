/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "samples: two workers of one name share a series",
    text: "ofName.filter((one) => !present.has(one.worker))",
    instead: "ofName.filter((one) => one.worker !== worker)",
    test: "features/samples/src/samples.test.ts",
    testName: "of workers of one name at the same time are apart",
  },
  {
    name: "samples: a worker that is started again begins a series of its own",
    text: "all.find((one) => one.worker === worker) ?? left[0];",
    instead: "all.find((one) => one.worker === worker);",
    test: "features/samples/src/samples.test.ts",
    testName: "go on under its name when it is started again",
  },
] as const;
