/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "notices: a secret in the address is not opened",
    text: "[url, secret, previousSecret, user].flatMap(secretsIn)",
    instead: "[secret, previousSecret, user].flatMap(secretsIn)",
    test: "adapters/notice-runner/src/work/work-rules.test.ts",
    testName: "names the secrets",
  },
] as const;
