/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a batch waits until half of its items have ended",
    text: "(body.each.maxParallel ?? Infinity) - batch.open",
    instead: "(body.each.maxParallel ?? places) - batch.open",
    test: "core/src/task/decide/edge-cases.test.ts",
    testName: "as many as there are places",
  },
] as const;
