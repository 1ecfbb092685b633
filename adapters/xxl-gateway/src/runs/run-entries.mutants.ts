/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "XXL-JOB tenants: an executor ends the runs of another tenant",
    text: "(entry.tenant ?? tenant) !== tenant || ",
    instead: "",
    test: "adapters/xxl-gateway/src/xxl-tenants.test.ts",
    testName: "sends the runs of each to executors that have its token",
  },
] as const;
