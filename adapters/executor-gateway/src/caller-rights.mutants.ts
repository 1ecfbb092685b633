/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "signed calls: one executor's key serves the others",
    text: "if (own !== null && own !== name)",
    instead: 'if (own !== null && own !== name && app === "")',
    test: "adapters/executor-gateway/src/signed-calls.test.ts",
    testName: "is one executor's where its key is",
  },
  {
    name: "signed calls: a token is enough where signatures are required",
    text: "if (!this.#options.requireSignatures || this.#signedCalls.keyOf(principal) !== undefined) return;",
    instead: "if (!this.#options.requireSignatures || principal !== undefined) return;",
    test: "adapters/executor-gateway/src/signed-calls.test.ts",
    testName: "a call without a signature",
  },
  {
    name: "executors: a token serves the other apps",
    text: "? principal.name === app",
    instead: '? principal.name !== ""',
    test: "adapters/executor-gateway/src/executor-gateway.test.ts",
    testName: "the token of another app",
  },
] as const;
