/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "retention and following: what has not been followed is removed",
    text: "row.endNumber <= readTo &&",
    instead: "",
    test: "test/contract/memory.test.ts",
    testName: "sweep() keeps what ended after a position",
  },
  {
    name: "retention: a broadcast is removed while a shard of it is open",
    text: "whole.every(isExpired)",
    instead: "isExpired(row)",
    test: "test/contract/memory.test.ts",
    testName: "sweep() leaves a broadcast",
  },
  {
    name: "hung code: retention frees its slot",
    text: "row.record.abandoned === null &&",
    instead: "",
    test: "test/contract/memory.test.ts",
    testName: "sweep() keeps a run while its code",
  },
  {
    name: "coming fires: retention removes what the fire is to find",
    text: "!isFireAfter(jobKey, row.record.id, firesAfter)",
    instead: "true",
    test: "features/forecast/src/coming-fires.test.ts",
    testName: "is not run again where retention",
  },
] as const;
