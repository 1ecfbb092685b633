/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "audit: an act that could not be written is lost",
    text: "this.#owed = [...this.#owed, ...acts].slice(-MOST_OWED);",
    instead: "",
    test: "core/src/control/history/history.test.ts",
    testName: "has an act that could not be written",
  },
] as const;
