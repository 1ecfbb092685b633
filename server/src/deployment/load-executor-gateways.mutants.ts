/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "executors: a token serves every tenant",
    text: "tokens: executors[tenant] ?? {}",
    instead: 'tokens: executors["acme"] ?? {}',
    test: "server/src/deployment/door-credentials.test.ts",
    testName: "refuses an executor of another tenant",
  },
] as const;
