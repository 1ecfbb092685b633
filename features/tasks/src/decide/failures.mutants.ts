/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a failure counts no more once something else succeeded",
    text: 'if (blocked.length === 0) return "unhandled";',
    instead: 'if (blocked.length === 0) return "handled";',
    test: "features/tasks/src/decide/advance.test.ts",
    testName: "counts a failure until",
  },
] as const;
