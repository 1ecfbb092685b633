/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "transfers: a file that the server has lost a part of gets its name",
    text: "if (found === null || (found.size !== null && found.size !== size))",
    instead: "if (found === null)",
    test: "adapters/transfer-runner/src/hostile-ftp.test.ts",
    testName: "that loses what it was sent gives it no name",
  },
] as const;
