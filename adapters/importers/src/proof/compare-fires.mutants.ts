/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "imports: a fire that only the old schedule has is not listed",
    text: 'else differences.note(at, "old");',
    instead: "",
    test: "adapters/importers/src/plan/plan-import.test.ts",
    testName: "only one side has",
  },
] as const;
