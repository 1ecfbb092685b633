/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "audit: retention removes acts before it says how far",
    text: "for (const link of lastOfEach(outdated)) await this.#places.cut(link);",
    instead: "",
    test: "core/src/audit/chains.property.test.ts",
    testName: "are whole whichever processes",
  },
] as const;
