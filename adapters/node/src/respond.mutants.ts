/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "Node: what a handler throws is silent",
    text: "return failedRequest(error);",
    instead: "throw error;",
    test: "adapters/node/src/node-handler.test.ts",
    testName: "writes a line about a handler that throws",
  },
] as const;
