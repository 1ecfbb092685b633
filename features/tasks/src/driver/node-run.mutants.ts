/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "promises: a node's retries are those of its job",
    text: "const options = isOwnJob(node) ? {} : runOptionsOf(node);",
    instead: "const options = {};",
    test: "test/behaviour/embedded.test.ts",
    testName: "`retry` of a node repeats a stored job",
  },
] as const;
