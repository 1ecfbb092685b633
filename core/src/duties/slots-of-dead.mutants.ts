/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "hung code: its slot is given back while its worker lives",
    text: "({ abandoned }) => !ids.has(abandoned.worker)",
    instead: "() => ids.size > 0",
    test: "core/src/duties/reconciler.test.ts",
    testName: "leaves its slot taken while its worker is there",
  },
] as const;
