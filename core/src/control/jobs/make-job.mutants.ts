/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "imports: a recurring job fires as soon as it is made",
    text: "isPaused && kind === JobKind.Recurring",
    instead: "isPaused && kind === JobKind.Triggered",
    test: "http/test/api.test.ts",
    testName: "what is imported is paused",
  },
] as const;
