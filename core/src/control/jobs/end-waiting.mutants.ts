/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "stopping an app: what waits for a retry is left",
    text: "[...WAITING_STATES, JobState.Failed]",
    instead: "WAITING_STATES",
    test: "core/src/control/jobs/stop-app.test.ts",
    testName: "ends what waits where that is asked for",
  },
  {
    name: "pauses: what waits is left where it was to be cancelled",
    text: "return isWaitingFire ? cancelWaiting(run, now, { code: ReasonCode.JobPaused }) : null;",
    instead: "return null;",
    test: "test/model/waiting.test.ts",
    testName: "a pause cancels them",
  },
] as const;
