/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "configuration: jobs are made in the order of the document, before those that they start",
    text: "const order = inOrder(stated);",
    instead: "const order = [...inOrder(stated)].sort();",
    test: "features/config/src/config.test.ts",
    testName: "turns around what starts what",
  },
  {
    name: "configuration: a document about one app makes jobs of another",
    text: "if (!context.covers(job.app)) {",
    instead: "if (!context.covers(job.app) && current !== undefined) {",
    test: "features/config/src/config.test.ts",
    testName: "of one app says what is of it alone",
  },
] as const;
