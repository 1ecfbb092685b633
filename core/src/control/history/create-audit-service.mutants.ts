/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "audit: refusals have an act each, however many there are",
    text: "noted.outcome !== ActOutcome.Refused || refusals.takes(noted)",
    instead: "true",
    test: "core/src/control/history/history.test.ts",
    testName: "has ten refusals of one actor a minute",
  },
] as const;
