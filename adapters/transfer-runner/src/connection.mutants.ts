/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "transfers: SFTP goes to any host",
    text: "if (keys.length === 0 || !keys.every((key) => FINGERPRINT.test(key)))",
    instead: "if (!keys.every((key) => FINGERPRINT.test(key)))",
    test: "adapters/transfer-runner/src/connection.test.ts",
    testName: "without showing a secret",
  },
] as const;
