/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "endAndAdmit(): a run begins before it came",
    text: "if (first.record.history.some(({ at }) => at > change.at)) return null;",
    instead: "",
    test: "adapters/sqlite/src/contract.test.ts",
    testName: "begins none that came after the moment at which it was decided",
  },
  {
    name: "slots given on: a retry begins on any worker",
    text: "if (!isNextInLane(first.record) || !meetsCondition(first.record, change.when)) return null;",
    instead: "if (!meetsCondition(first.record, change.when)) return null;",
    test: "test/contract/memory.test.ts",
    testName: "passes nobody over",
  },
] as const;
