/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "lanes in MongoDB: a run that was moved is full where its lane of before is",
    text: "laneOfDocument(record) !== lane && tries < MOST_TRIES",
    instead: "tries < 0",
    test: "adapters/mongodb/src/contract.test.ts",
    testName: "goes by the lane of the record",
  },
] as const;
