/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "configuration: jobs are compared with the defaults that the document replaces",
    text: 'context.defaults = wanted["defaults"] as JobDefaults;',
    instead: "context.defaults = undefined as JobDefaults | undefined;",
    test: "features/config/src/config.test.ts",
    testName: "judges what jobs leave out",
  },
] as const;
