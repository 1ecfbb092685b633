/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the fence: an attempt's end is written whichever attempt is under way",
    text: "{ states: [JobState.Processing], attempt: attempt.attempt, claim: attempt.claim, cancelRequested: false },",
    instead: "{ states: [JobState.Processing], cancelRequested: false },",
    test: "core/src/model/instance/transitions.property.test.ts",
    testName: "is not changed by an attempt that is no longer the one under way",
  },
  {
    name: "a cancel that was accepted: an attempt may succeed after it",
    text: `attempt: attempt.attempt, claim: attempt.claim, cancelRequested: false },
    {
      completedAt: at,
      // Nothing but this`,
    instead: `attempt: attempt.attempt, claim: attempt.claim },
    {
      completedAt: at,
      // Nothing but this`,
    test: "core/src/model/instance/transitions.property.test.ts",
    testName: "can only end Cancelled once a cancel was asked of its running attempt",
  },
  {
    name: "debounced jobs: a run is enqueued at the time that it had before it was postponed",
    text: "attempt: begun, dueBy };",
    instead: "attempt: begun };",
    test: "core/src/dispatch/settle-debounced.test.ts",
    testName: "is not enqueued at the time that it had before",
  },
  {
    name: "a snooze lasts: a late request for an earlier attempt ends it",
    text: "{ states: [JobState.Scheduled], attempt: begun, dueBy }",
    instead: "{ states: [JobState.Scheduled], dueBy }",
    test: "core/src/model/instance/transitions.model.test.ts",
    testName: "every decision is taken",
  },
  {
    name: "hung code: a retry begins beside it",
    text: "...(attempt.attempt > 1 && { abandoned: null }),",
    instead: "",
    test: "core/src/running/job-executor.abandoning.test.ts",
    testName: "lets no retry of its run begin beside it",
  },
  {
    name: "failures: a retry that finds its job full hides what its code failed with",
    text: "before.error === null && {",
    instead: "{",
    test: "core/src/running/job-executor.refusing.test.ts",
    testName: "a retry that finds the job full",
  },
] as const;
