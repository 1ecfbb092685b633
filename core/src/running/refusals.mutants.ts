/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the turns: a run that waited is skipped where its job skips since",
    text: "if (mayStillWait(definition) && isWaiting(await writer.read(attempt))) return;",
    instead: "",
    test: "core/src/waiting/turns/slot-turns.test.ts",
    testName: "lets a run that waited wait on",
  },
  {
    name: "a snoozed run waits where its job is full: it is skipped",
    text: `      if (request.attempt > 1) return;
`,
    instead: "",
    test: "core/src/running/job-executor.snoozing.test.ts",
    testName: "begins it when a slot is given back, whichever worker gives it",
  },
] as const;
