/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "executors: a gateway that was cut off writes to a run that another has taken over",
    text: "claim: nextClaim, worker };",
    instead: "claim, worker };",
    test: "adapters/executor-gateway/src/executor-gateway.test.ts",
    testName: "goes on with its runs under new leases",
  },
  {
    name: "executors: a run that is taken over has its whole time again",
    text: "soFar: { elapsedMs, lines },",
    instead: "soFar: { elapsedMs: elapsedMs * 0, lines },",
    test: "adapters/executor-gateway/src/executor-gateway.test.ts",
    testName: "has the rest of its run's time",
  },
] as const;
