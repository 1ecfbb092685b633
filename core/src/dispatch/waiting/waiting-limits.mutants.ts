/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "maxWaiting: of one key without room the second run is recorded",
    text: "first !== null && above.has(first)",
    instead: "false",
    test: "core/src/dispatch/waiting/waiting-limits.test.ts",
    testName: "counts runs of one key that come at the same moment once",
  },
  {
    name: "maxWaiting: the runs that wait are not counted",
    text: "limit - (await queries.count({ tenant, jobKey, states: WAITING_STATES }, limit));",
    instead: "limit;",
    test: "test/model/waiting.test.ts",
    testName: "one of three fires may wait",
  },
] as const;
