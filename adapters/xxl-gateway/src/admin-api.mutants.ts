/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "XXL-JOB: guesses have no limit",
    text: "if (waitMs > 0)",
    instead: "if (waitMs > Number.MAX_SAFE_INTEGER)",
    test: "adapters/xxl-gateway/src/xxl-gateway.test.ts",
    testName: "with wrong tokens are reported",
  },
] as const;
