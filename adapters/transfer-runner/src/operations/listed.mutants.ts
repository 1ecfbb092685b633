/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "transfers: a server names files outside of the folder",
    text: "if (newNameMistake(entry.name) !== null) leftOut += 1;",
    instead: 'if (newNameMistake(entry.name) === "") leftOut += 1;',
    test: "adapters/transfer-runner/src/hostile-sftp.test.ts",
    testName: "names no file outside of the folder",
  },
] as const;
