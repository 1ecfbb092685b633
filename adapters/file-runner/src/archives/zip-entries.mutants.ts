/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "archives: a link in a zip is a file",
    text: "if (!PLAIN_TYPES.includes(type))",
    instead: "if (type === 1)",
    test: "adapters/file-runner/src/archives/archives.test.ts",
    testName: "as zip with",
  },
  {
    name: "archives: what is damaged is kept",
    text: "if (sum !== entry.crc32)",
    instead: "if (sum < 0)",
    test: "adapters/file-runner/src/archives/archives.test.ts",
    testName: "another checksum",
  },
] as const;
