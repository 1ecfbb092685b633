/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "XXL-JOB tenants: executors are those of all tenants",
    text: "`mojob/xxl-nodes:${encodeURIComponent(tenant)}:`",
    instead: "`mojob/xxl-nodes:${encodeURIComponent(tenant).slice(0, 0)}:`",
    test: "adapters/xxl-gateway/src/nodes/node-directory.test.ts",
    testName: "what one tenant's executors registered is read back by that tenant alone",
  },
] as const;
