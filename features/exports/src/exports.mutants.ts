/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "exports: who lacks the payloads in a file downloads it",
    text: "return held && covers(within(requester, Permission.ReadPayloads), rights.payloads);",
    instead: "return held;",
    test: "http/test/api.test.ts",
    testName: "hold what their maker may read",
  },
] as const;
