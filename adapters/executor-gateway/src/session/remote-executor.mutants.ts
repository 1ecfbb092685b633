/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "executors: a lease whose attempt is over is forgotten while its program goes on",
    text: `if (lease?.goesOn === true) lease.end(outcome);
        else if (lease`,
    instead: "if (lease",
    test: "adapters/executor-gateway/src/executor-gateway.test.ts",
    testName: "hold their slots until it settles them",
  },
] as const;
