/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "imports: a job that fires is replaced",
    text: "kind === JobKind.Recurring && !isHeld",
    instead: "kind === JobKind.Recurring && isHeld && !isHeld",
    test: "http/test/api.test.ts",
    testName: "unless it fires",
  },
] as const;
