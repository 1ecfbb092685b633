/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the fence in MongoDB: a claim is not compared",
    text: "...(claim !== undefined && { claim: exactly(claim) }),",
    instead: "",
    test: "adapters/mongodb/src/contract.test.ts",
    testName: "update()",
  },
  {
    name: "debounced jobs in MongoDB: a run is enqueued before it is due",
    text: "scheduledFor: { $lte: dueBy }",
    instead: "scheduledFor: { $gte: new Date(0) }",
    test: "adapters/mongodb/src/contract.test.ts",
    testName: "due later",
  },
] as const;
