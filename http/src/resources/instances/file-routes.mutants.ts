/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "files: a download is shown in the browser",
    text: "return `attachment; filename=",
    instead: "return `inline; filename=",
    test: "http/test/api.test.ts",
    testName: "are listed by name, and downloaded to be saved and not to be shown",
  },
] as const;
