/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the turns: a worker that gives back a slot gives no turn",
    text: "else if (whenFull !== WhenFull.Skip || mayHaveWaiting(inForce)) this",
    instead: "else if (inForce.snoozes === true) this",
    test: "core/src/waiting/turns/slot-turns.test.ts",
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
    text: "this.#turns.joined(answer.instance.lane, maxConcurrency ?? 1, rate);",
    instead: "",
    test: "core/src/waiting/turns/slot-turns.test.ts",
    testName: "looks once more",
  },
  {
    name: "rates: the end of a run gives a turn beyond the rate",
    text: "if (rate !== null && slot.begun === null) {",
    instead: "if (rate !== null && slot.begun === null && inForce.options.maxConcurrency !== null) {",
    test: "core/src/waiting/turns/rate-turns.test.ts",
    testName: "gives no turn beyond the rate",
  },
] as const;
