/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "broadcasts: one that another process has written since is written over",
    text: "when: { states: [JobState.Processing], attempt, claim },",
    instead: "when: { states: [JobState.Processing], attempt },",
    test: "core/src/dispatch/composite/composites.property.test.ts",
    testName: "decided from a record",
  },
  {
    name: "broadcasts: one that was replaced says that somebody cancelled it",
    text: "replacement(runs) ?? cancelled()",
    instead: "cancelled()",
    test: "test/behaviour/embedded.test.ts",
    testName: "a broadcast that a newer one replaces says so",
  },
] as const;
