/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "panel: its files are looked for beside the page's address",
    text: 'if (basePath !== "") return `${basePath}/`;',
    instead: "",
    test: "http/test/api.test.ts",
    testName: "below a section, its root is",
  },
] as const;
