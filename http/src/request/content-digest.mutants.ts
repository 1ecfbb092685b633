/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "signed calls: a body is not compared with its digest",
    text: "if (btoa(String.fromCharCode(...digest)) === stated) return;",
    instead: "if (digest.length > 0) return;",
    test: "adapters/executor-gateway/src/signed-calls.test.ts",
    testName: "a body that was changed on the way",
  },
] as const;
