/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "files: a root for reading is written",
    text: "if (isWritten && found.isReadOnly)",
    instead: "if (isWritten && found.folder === root)",
    test: "adapters/file-runner/src/attacks.test.ts",
    testName: "for reading alone",
  },
] as const;
