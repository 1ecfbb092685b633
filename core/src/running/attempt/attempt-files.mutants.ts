/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "files: an attempt that is over stores files",
    text: "if (run?.claim === attempt.claim) return;",
    instead: "return;",
    test: "core/src/running/attempt/attempt-files.test.ts",
    testName: "are not stored by one that is no longer the run's",
  },
  {
    name: "files: a value opens other content than it is of",
    text: "if (found.file.sha256 !== file.sha256 || found.file.size !== file.size)",
    instead: "if (found.file.sha256 === null)",
    test: "core/src/running/attempt/attempt-files.test.ts",
    testName: "are read with the whole value alone",
  },
] as const;
