/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "secrets: an error is cut before they are hidden in it",
    text: "truncateText(shown(messageOf(thrown)), Math.floor(maxBytes / 4))",
    instead: "shown(truncateText(messageOf(thrown), Math.floor(maxBytes / 4)))",
    test: "core/src/running/attempt/run-secrets.test.ts",
    testName: "before that is cut",
  },
] as const;
