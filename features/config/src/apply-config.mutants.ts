/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "configuration: what the diff did not show is applied, too",
    text: "if (unseen !== null) throw stale(unseen);",
    instead: "if (unseen !== null && prune) throw stale(unseen);",
    test: "features/config/src/config.test.ts",
    testName: "is applied as it was seen",
  },
  {
    name: "configuration: goes on without the rights that it began with",
    text: "if (applied.length % ASKED_AFTER === 0 && !(await isLive())) throw lost();",
    instead: "if (applied.length % ASKED_AFTER === 0) await isLive();",
    test: "features/config/src/config.test.ts",
    testName: "ends when the rights of its caller do",
  },
] as const;
