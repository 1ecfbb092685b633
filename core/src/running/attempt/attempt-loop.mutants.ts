/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "slots given on: the place of the run that has begun is given to another as well",
    text: "if (slot.begun !== null) load.take(1);",
    instead: "",
    test: "core/src/running/chained-runs.test.ts",
    testName: "a worker never runs more than its limit",
  },
  {
    name: "programs: one that waits for its place fails when its worker stops",
    text: "isHandedBack ? new Snooze(HANDED_BACK_MS) : running.signal.reason",
    instead: "running.signal.reason",
    test: "core/src/running/attempt/run-places.test.ts",
    testName: "when its worker stops",
  },
] as const;
