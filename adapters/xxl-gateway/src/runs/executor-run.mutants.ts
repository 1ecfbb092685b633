/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "executors that mix up runs: a turn ends with the process that has it",
    text: "if (!goesOn) await sent?.release()",
    instead: "await sent?.release()",
    test: "adapters/xxl-gateway/src/xxl-gateway.test.ts",
    testName: "sends a Go executor no other run of a handler while the one before goes on",
  },
] as const;
