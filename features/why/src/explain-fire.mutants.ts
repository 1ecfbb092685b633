/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "explain: a job is judged by its options of now",
    text: "acts.filter((act) => act.at > at),",
    instead: "[],",
    test: "features/why/src/explain-fire.test.ts",
    testName: "that another schedule was in force",
  },
  {
    name: "explain: pauses before the latest one are forgotten",
    text: "const all = [...(pause.earlier ?? []).map(",
    instead: "const all = [...[].map(",
    test: "features/why/src/explain-fire.test.ts",
    testName: "in a pause before the latest one",
  },
] as const;
