/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tenants: a disabled one takes triggers",
    text: "if (this.#settings.known.disabled) return DISABLED;",
    instead: "",
    test: "core/src/waiting/bounds/run-allowance.test.ts",
    testName: "a disabled tenant takes no triggers",
  },
] as const;
