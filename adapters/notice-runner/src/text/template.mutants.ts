/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "notices: a template reads files",
    text: "new Engine({ templates: {}, ",
    instead: 'new Engine({ root: "/", ',
    test: "adapters/notice-runner/src/text/template.test.ts",
    testName: "reads no file",
  },
] as const;
