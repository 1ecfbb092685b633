/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "imports: a preview takes what the import refuses",
    text: "const shown = refusals.length === 0 ? planned : { ...planned, request: null };",
    instead: "const shown = planned;",
    test: "adapters/importers/src/plan/runs-here.test.ts",
    testName: "as its import does",
  },
] as const;
