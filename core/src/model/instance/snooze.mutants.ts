/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "a snooze's fence: it is written whichever attempt is under way",
    text: `      attempt: attempt.attempt,
      claim: attempt.claim,
      cancelRequested: false,`,
    instead: "      cancelRequested: false,",
    test: "core/src/model/instance/transitions.property.test.ts",
    testName: "is not changed by an attempt that is no longer the one under way",
  },
  {
    name: "a cancel that was accepted: a run may be snoozed after it",
    text: `      cancelRequested: false,
`,
    instead: "",
    test: "core/src/model/instance/transitions.property.test.ts",
    testName: "can only end Cancelled once a cancel was asked of its running attempt",
  },
] as const;
