/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "signed calls: each gateway keeps nonces by itself",
    text: "callNonceKey(tenant, keyid, nonce), null, true",
    instead: "callNonceKey(tenant, keyid, nonce) + Math.random(), null, true",
    test: "adapters/executor-gateway/src/signed-calls.test.ts",
    testName: "a call that was sent before",
  },
] as const;
