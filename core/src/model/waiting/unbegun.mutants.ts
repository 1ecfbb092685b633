/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "waits: the code of an attempt whose wait is ended has begun",
    text: "when: { states: [state], attempt: run.attempt },",
    instead: "when: { states: [state, JobState.Processing] },",
    test: "test/model/waiting.test.ts",
    testName: "two fires wait for too long",
  },
  {
    name: "waits: what a pause held has waited since before it",
    text: "return resumedAt !== null && resumedAt > since ? resumedAt : since;",
    instead: "return since;",
    test: "test/model/waiting.test.ts",
    testName: "waits for too long, and its job is paused",
  },
  {
    name: "a pause: the time for which it holds a run counts as its wait",
    text: " || isClosed(GATES.paused, { job, now, run })",
    instead: "",
    test: "core/src/duties/waiting-duty.test.ts",
    testName: "neither their wait nor their grace passes",
  },
] as const;
