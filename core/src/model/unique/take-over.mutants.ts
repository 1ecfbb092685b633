/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "unique jobs: a run that has begun gets other arguments",
    text: "when: { states: [state], attempt: 0 },",
    instead: "when: { states: [state, JobState.Processing] },",
    test: "core/src/dispatch/resolve-unique-conflict.test.ts",
    testName: "makes a run of its own where the other begins or ends",
  },
] as const;
