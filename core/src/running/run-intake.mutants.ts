/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the turns: a worker that gives back a slot gives no turn",
    text: "else if (whenFull !== WhenFull.Skip || mayHaveWaiting(inForce)) this",
    instead: "else if (inForce.snoozes === true) this",
    test: "core/src/running/lanes/lane-turns.test.ts",
    testName: "begins it when the one before it has ended",
  },
  {
    name: "snoozes: a run that finds its job full again waits for nobody",
    text: "const isSnoozed = request.attempt > 1 && !isRetry(request);",
    instead: "const isSnoozed = false;",
    test: "core/src/running/job-executor.snoozing.test.ts",
    testName: "begins it when a slot is given back",
  },
  {
    name: "snoozes: a job that skips gives no turns to runs that were snoozed",
    text: " || mayHaveWaiting(inForce)",
    instead: "",
    test: "core/src/running/job-executor.snoozing.test.ts",
    testName: "begins it when a slot is given back",
  },
  {
    name: "the turns: nobody looks when a slot was given back before a run waited",
    text: "this.#turns.joined(run.lane, definition.options.maxConcurrency ?? 1);",
    instead: "",
    test: "core/src/running/lanes/lane-turns.test.ts",
    testName: "looks once more",
  },
] as const;
