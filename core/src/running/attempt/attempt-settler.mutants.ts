/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "rates: a retry begins at once",
    text: "const lane = { hasTurn: false, hasSlot: true };",
    instead: "const lane = { hasTurn: true, hasSlot: true };",
    test: "core/src/waiting/turns/rate-turns.test.ts",
    testName: "counts each retry",
  },
  {
    name: "a snooze costs no retry: attempts are counted as retries",
    text: "retries: retriesOf(instance) + run.attempt - instance.attempt,",
    instead: "retries: run.attempt - 1,",
    test: "test/behaviour/embedded.test.ts",
    testName: "is executed again with all of its retries",
  },
  {
    name: "ends: runs that end together are written behind the claim of the first",
    text: "same.at === at && same.when.claim === attempt.claim",
    instead: "same.at === at",
    test: "core/src/running/job-executor.settling.test.ts",
    testName: "each by its own claim",
  },
] as const;
