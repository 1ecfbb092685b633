/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "files: a link on the way is followed",
    text: "const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;",
    instead: "const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY;",
    test: "adapters/file-runner/src/attacks.test.ts",
    testName: "a folder on the way that is a link",
  },
  {
    name: "files: a link is read",
    text: "const PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW |",
    instead: "const PLAIN = constants.O_RDONLY |",
    test: "adapters/file-runner/src/attacks.test.ts",
    testName: "is neither read nor followed",
  },
  {
    name: "files: a hard link is read",
    text: "if (stats.nlink > 1)",
    instead: "if (stats.nlink > 99)",
    test: "adapters/file-runner/src/attacks.test.ts",
    testName: "a hard link",
  },
  {
    name: "files: a device is read",
    text: "if (!stats.isFile()) throw",
    instead: "if (stats.isDirectory()) throw",
    test: "adapters/file-runner/src/attacks.test.ts",
    testName: "a pipe",
  },
] as const;
