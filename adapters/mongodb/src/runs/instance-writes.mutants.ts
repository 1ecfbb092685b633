/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "hung code in MongoDB: a slot that is given back ends its run a second time",
    text: "...(!hasEnded && { $currentDate: STAMP }),",
    instead: "$currentDate: STAMP,",
    test: "adapters/mongodb/src/contract.test.ts",
    testName: "reports an end once, also where its slot",
  },
] as const;
