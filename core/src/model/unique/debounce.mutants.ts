/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "debounced jobs: a trigger that was slower makes the run due earlier",
    text: "{ ...change.when, dueBy: scheduledFor }",
    instead: "change.when",
    test: "core/src/dispatch/settle-debounced.test.ts",
    testName: "is due at the later time of two triggers",
  },
  {
    name: "debounced jobs: triggers put a run off for ever",
    text: "debounceMaxMs === null ? Infinity :",
    instead: "debounceMaxMs !== null ? Infinity :",
    test: "core/src/dispatch/settle-debounced.test.ts",
    testName: "is put off no longer than its longest debounce",
  },
] as const;
