/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the address guard: an address that needs no look-up is not checked",
    text: "if (!guard.mayAsk(host) || (isLiteral && !guard.mayConnect(host, host))) throw refusal(host, host);",
    instead: "if (!guard.mayAsk(host) || (isLiteral && !guard.mayAsk(host))) throw refusal(host, host);",
    test: "adapters/http-runner/src/client/outgoing-client.test.ts",
    testName: "needs no look-up",
  },
] as const;
