/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tenants: each process counts the runs of a minute by itself",
    text: "const taken = at === window ? count : 0;",
    instead: "const taken = 0;",
    test: "core/src/waiting/bounds/run-allowance.test.ts",
    testName: "counts the runs of several processes together",
  },
] as const;
