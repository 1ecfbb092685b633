/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "wrong tokens: everybody is believed to be a proxy",
    text: "while (isTrusted(client)) {",
    instead: "while (isTrusted(client) || ranges.length === 0) {",
    test: "http/test/api.test.ts",
    testName: "counts wrong tokens by the peer",
  },
] as const;
