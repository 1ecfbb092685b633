/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "turns in memory: the order does not have them",
    text: "(a.record.turn ?? 0) - (b.record.turn ?? 0) ||",
    instead: "",
    test: "test/model/waiting.test.ts",
    testName: "one key waits behind four runs of another",
  },
] as const;
