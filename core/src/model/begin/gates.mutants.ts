/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "windows: one that holds fires alone holds what somebody triggers",
    text: "windows.filter(holdsRuns)",
    instead: "windows",
    test: "core/src/model/begin/closed-gates.property.test.ts",
    testName: "a pause closes its gate",
  },
] as const;
