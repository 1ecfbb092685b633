/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "XXL-JOB tenants: two share a token",
    text: `  assertOwnTokens(tenants);
`,
    instead: "",
    test: "adapters/xxl-gateway/src/xxl-tenants.test.ts",
    testName: "refuses tenants that share a token",
  },
] as const;
