/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "panel: the address that the framework has shortened is the page's",
    text: "const given = originalUrl ?? incoming?.originalUrl ?? incoming?.url;",
    instead: "const given = incoming === null ? originalUrl : null;",
    test: "http/test/api.test.ts",
    testName: "that a framework has shortened",
  },
] as const;
