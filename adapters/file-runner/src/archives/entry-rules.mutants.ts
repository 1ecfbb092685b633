/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "archives: a bomb is unpacked",
    text: "if (this.#bytes > this.#mostBytes)",
    instead: "if (this.#bytes < 0)",
    test: "adapters/file-runner/src/archives/archives.test.ts",
    testName: "by how much larger it becomes",
  },
  {
    name: "archives: a name is there twice",
    text: "if (before === false || (before === true && !isFolder))",
    instead: "if (before === true && !isFolder)",
    test: "adapters/file-runner/src/archives/archives.test.ts",
    testName: "with one name",
  },
  {
    name: "archives: an entry leads elsewhere",
    text: "if (mistake !== null) this.refuse(",
    instead: "if (mistake === null && names.length > 1000) this.refuse(",
    test: "adapters/file-runner/src/archives/archives.test.ts",
    testName: "with an entry called",
  },
] as const;
