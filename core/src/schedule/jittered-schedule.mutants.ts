/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "jitter: a fire may begin after the next one is due",
    text: "Math.min(this.#jitterMs + 1, gapMs)",
    instead: "Math.min(this.#jitterMs + 1, gapMs * 2)",
    test: "core/src/schedule/planner.property.test.ts",
    testName: "before the next is due, equally late",
  },
  {
    name: "jitter: a fire that is due and has not begun is lost between two windows",
    text: "if (waiting !== null) return waiting;",
    instead: "if (waiting === undefined) return waiting;",
    test: "core/src/schedule/planner.property.test.ts",
    testName: "runs or records each owed fire",
  },
] as const;
