/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "arrivals: an edit that raises the limit misses a run that is being recorded",
    text: "filter(({ key, revision }) => inForce.get(key)?.revision === revision)",
    instead: "filter(({ key }) => inForce.has(key))",
    test: "test/model/waiting.test.ts",
    testName: "the limit is raised",
  },
  {
    name: "arrivals: a fire that is recorded after a pause begins by an end under way",
    text: ` &&
    trigger.type !== TriggerType.Cron`,
    instead: "",
    test: "test/model/waiting.test.ts",
    testName: "two fires queue, and a pause cancels them",
  },
  {
    name: "arrivals: nobody holds a run whose job is paused",
    text: "now, ...ANY_NEW_RUN }",
    instead: "now, lane: ANY_NEW_RUN.lane }",
    test: "core/src/dispatch/record-runs.test.ts",
    testName: "is paused delivered first",
  },
  {
    name: "arrivals: a broadcast waits for a slot as if it was one run",
    text: ` &&
    isForAny(definition)`,
    instead: "",
    test: "core/src/dispatch/record-runs.test.ts",
    testName: "that becomes one for each executor",
  },
] as const;
