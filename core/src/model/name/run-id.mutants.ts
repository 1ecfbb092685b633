/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the unique id: whoever fires makes up an id",
    text: "const id = `${jobKey}@${nominalTime.toISOString()}`;",
    instead: "const id = `${jobKey}@${nominalTime.toISOString()}${crypto.randomUUID()}`;",
    test: "core/src/duties/firing-loop.test.ts",
    testName: "fires once where two loops look after the same stores",
  },
] as const;
