/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "imports: variables are copied into any number of scripts",
    text: "if (sourceLength > MOST_SOURCE_MIB * 1024 * 1024)",
    instead: "if (sourceLength === -1)",
    test: "adapters/importers/src/preview-import.test.ts",
    testName: "whose variables",
  },
] as const;
