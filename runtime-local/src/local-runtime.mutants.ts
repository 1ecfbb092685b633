/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the embedded runtime: a run whose turn was given counts as lost",
    text: "(state !== JobState.Processing || !isHeld(id))",
    instead: "true",
    test: "runtime-local/src/local-runtime.test.ts",
    testName: "began without a delivery",
  },
] as const;
