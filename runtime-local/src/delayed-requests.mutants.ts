/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "debounced jobs: a run that was postponed is not delivered again",
    text: "const refused = scheduled.filter((_, index) => isEnqueued[index] !== true);",
    instead: "const refused: Delayed[] = [];",
    test: "runtime-local/src/local-runtime.test.ts",
    testName: "delivers a run that was postponed",
  },
  {
    name: "the bus: requests of a delayed run are published before it is due",
    text: "if (atOnce.length === requests.length) return",
    instead: "if (atOnce.length <= requests.length) return",
    test: "runtime-local/src/requests-on-the-bus.test.ts",
    testName: "are published when a delayed run is due",
  },
] as const;
