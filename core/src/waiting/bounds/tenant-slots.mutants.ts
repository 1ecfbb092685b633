/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tenants: a process takes places that others hold",
    text: "Math.min(this.#target, free)",
    instead: "this.#target",
    test: "core/src/waiting/bounds/tenant-slots.test.ts",
    testName: "never execute more together",
  },
] as const;
