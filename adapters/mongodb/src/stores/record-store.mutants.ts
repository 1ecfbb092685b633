/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "records in MongoDB: a write does not look at the revision that is stored",
    text: "replaceOne({ _id, revision }, document)",
    instead: "replaceOne({ _id }, document)",
    test: "adapters/mongodb/src/contract.test.ts",
    testName: "put() writes each revision over the one before",
  },
] as const;
