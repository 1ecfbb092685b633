/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "notices: a redirect takes them elsewhere",
    text: "maxRedirects: 0",
    instead: "maxRedirects: 3",
    test: "adapters/notice-runner/src/runtimes.test.ts",
    testName: "notices on node",
  },
  {
    name: "notices: a service is waited with for ever",
    text: "waitMs === null || waits >= MOST_WAITS",
    instead: "waitMs === null || waits < 0",
    test: "adapters/notice-runner/src/end-to-end.test.ts",
    testName: "is waited with for a while",
  },
] as const;
