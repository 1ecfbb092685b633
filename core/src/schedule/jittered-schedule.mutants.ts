/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "jitter: a fire may begin after the next one is due",
    text: "Math.min(this.#jitterMs + 1, gapMs)",
    instead: "Math.min(this.#jitterMs + 1, gapMs * 2)",
    test: "core/src/schedule/planner.property.test.ts",
    testName: "runs or records each owed fire",
  },
  {
    name: "jitter: a fire that is due and has not begun is lost between two windows",
    text: "after.getTime() === this.#latestMs ? null : this.#waitingAt(after)",
    instead: "null",
    test: "core/src/schedule/planner.property.test.ts",
    testName: "runs or records each owed fire",
  },
] as const;
