/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tenants: a disabled one takes triggers",
    text: "if (settings.known.disabled) return DISABLED;",
    instead: "",
    test: "core/src/dispatch/tenant/run-allowance.test.ts",
    testName: "a disabled tenant takes no triggers",
  },
  {
    name: "tenants: each process counts the runs of a minute by itself",
    text: "const taken = at === minute ? count : 0;",
    instead: "const taken = 0;",
    test: "core/src/dispatch/tenant/run-allowance.test.ts",
    testName: "counts the runs of several processes together",
  },
] as const;
