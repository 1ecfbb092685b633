/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "lanes: a run that another edit has moved is moved back",
    text: "abandoned: null, lane: run.lane }",
    instead: "abandoned: null }",
    test: "core/src/waiting/release/use-other-lanes.test.ts",
    testName: "the later one decides",
  },
] as const;
