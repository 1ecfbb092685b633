/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a batch waits until half of its items have ended",
    text: "(body.each.maxParallel ?? Infinity) - batch.open",
    instead: "(body.each.maxParallel ?? places) - batch.open",
    test: "features/tasks/src/decide/edge-cases.test.ts",
    testName: "as many as there are places",
  },
  {
    name: "tasks: a batch needs one more good item than it says",
    text: "batch.ok >= (body.each.minOk ?? batch.count)",
    instead: "batch.ok > (body.each.minOk ?? batch.count) || batch.ok === batch.count",
    test: "test/behaviour/random-bodies.test.ts",
    testName: "what validates is created, runs, and ends",
  },
] as const;
