/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "transfers: a host with another key is sent the password",
    text: "if (hostKeys.includes(fingerprint)) return true;",
    instead: "if (hostKeys.length > 0) return true;",
    test: "adapters/transfer-runner/src/hostile-sftp.test.ts",
    testName: "is sent no password where its host key is another",
  },
] as const;
