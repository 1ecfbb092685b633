/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "maxWaiting: of one key without room the second run is recorded",
    text: "first === null ? undefined : above.get(first)",
    instead: "undefined",
    test: "core/src/waiting/bounds/waiting-limits.test.ts",
    testName: "counts runs of one key that come at the same moment once",
  },
  {
    name: "maxWaiting: the runs that wait are not counted",
    text: "let waiting = await queries.count({ tenant, jobKey, states: WAITING_STATES }, limit);",
    instead: "let waiting = 0;",
    test: "test/model/waiting.test.ts",
    testName: "one of three fires may wait",
  },
] as const;
