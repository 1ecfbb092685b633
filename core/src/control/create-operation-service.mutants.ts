/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "operations: an undo resumes pauses of others",
    text: "pause.at.toISOString() === pausedAt",
    instead: "pausedAt !== null",
    test: "core/src/control/history/history.test.ts",
    testName: "its undo resumes those that it paused",
  },
] as const;
