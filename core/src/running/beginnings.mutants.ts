/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "rates: a run that arrives begins past those that wait",
    text: 'closed?.gate.effect === "wait"',
    instead: "closed?.gate === GATES.slot",
    test: "core/src/waiting/turns/rate-turns.test.ts",
    testName: "begins as many as the rate allows",
  },
] as const;
