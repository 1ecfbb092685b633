/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "without a token: a peer that is not known is local",
    text: "if (peer === null) {",
    instead: "if (peer === undefined) {",
    test: "http/test/api.test.ts",
    testName: "a peer that is not known is not local",
  },
  {
    name: "without a token: what a proxy sends over HTTP/1.0 is local",
    text: "|| httpVersion === PROXY_VERSION",
    instead: "",
    test: "http/test/api.test.ts",
    testName: "HTTP/1.0 is a proxy's",
  },
] as const;
