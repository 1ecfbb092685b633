/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "notices: an error mentions everybody",
    text: '.replaceAll("@", `@${BREAK}`)',
    instead: '.replaceAll(BREAK, "")',
    test: "adapters/notice-runner/src/services/senders.test.ts",
    testName: "mentions nobody",
  },
] as const;
