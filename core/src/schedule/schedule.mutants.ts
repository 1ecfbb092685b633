/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the DST rule: what a change repeats fires twice",
    text: "if (offset < earlier && !this.#repeats) return Infinity;",
    instead: "",
    test: "core/src/schedule/schedule.test.ts",
    testName: "",
  },
  {
    name: "the DST rule: what a change leaves out is lost",
    text: "if (offset <= earlier || !this.#shifts) return match;",
    instead: "if (offset <= earlier || this.#shifts) return match;",
    test: "core/src/schedule/schedule.test.ts",
    testName: "",
  },
] as const;
