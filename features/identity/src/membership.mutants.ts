/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "people: a role goes on after its end",
    text: "(untilMs === null || nowMs < untilMs)",
    instead: "(untilMs === null || nowMs < untilMs * 2)",
    test: "http/test/api.test.ts",
    testName: "have a role until an instant",
  },
] as const;
