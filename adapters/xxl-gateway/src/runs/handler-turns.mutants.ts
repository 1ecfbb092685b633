/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "executors that mix up runs: a turn ends while its run is on its way",
    text: "if (isYoung || !(await hasEnded(address, before))) return false;",
    instead: "if (!(await hasEnded(address, before))) return false;",
    test: "adapters/xxl-gateway/src/runs/handler-turns.test.ts",
    testName: "cannot be on its way any more",
  },
] as const;
