/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "XXL-JOB: the shard of a dead executor goes to another one, whatever the job says",
    text: "if (definition.options.routing.whenGone !== WhenGone.Fail)",
    instead: "if (true as boolean)",
    test: "adapters/xxl-gateway/src/xxl-broadcast.test.ts",
    testName: "sends the shard of an executor that died as the job says: fail",
  },
  {
    name: "XXL-JOB: a broadcast begins before any executor is known",
    text: "if (addresses.length > 0 || leftMs <= 0)",
    instead: "if (leftMs <= Infinity)",
    test: "adapters/xxl-gateway/src/xxl-broadcast.test.ts",
    testName: "is one run for whichever executor comes where none is there yet",
  },
] as const;
