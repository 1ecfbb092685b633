/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "executors: one caller takes all places of a gateway",
    text: "if (own >= maxExecutorsPerCaller)",
    instead: "if (own > 9999)",
    test: "adapters/executor-gateway/src/executor-limit.test.ts",
    testName: "leaves places for others",
  },
] as const;
