/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "executors: a program's token registers executors of XXL-JOB",
    text: "if (token?.kind !== TokenKind.Executor || membership === undefined) return null;",
    instead: "if (token === null || membership === undefined) return null;",
    test: "server/src/deployment/added-tenants.test.ts",
    testName: "which are sent the token that they registered with",
  },
] as const;
