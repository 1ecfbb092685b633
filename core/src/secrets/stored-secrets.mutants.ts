/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "secrets: a run has any number of bytes of them",
    text: "if (bytes > MOST_KIB_OF_A_RUN * 1024)",
    instead: "if (bytes === -1)",
    test: "core/src/secrets/stored-secrets.test.ts",
    testName: "128 KiB",
  },
] as const;
