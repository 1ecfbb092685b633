/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "a worker that never comes back: its thread writes heartbeats for ever",
    text: " || silentMs > quietMs",
    instead: "",
    test: "adapters/mongodb/src/life/silence.test.ts",
    testName: "for as long as it may be",
  },
] as const;
