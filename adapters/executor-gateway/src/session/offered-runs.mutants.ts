/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "executors: runs are taken over before their program has the new leases",
    text: "this.#offered.set(renewed, offered);",
    instead:
      "this.#offered.set(renewed, offered); void (executor as unknown as HostedExecutor).resume(offered);",
    test: "adapters/executor-gateway/src/executor-gateway.test.ts",
    testName: "where the response of its registration was lost",
  },
] as const;
