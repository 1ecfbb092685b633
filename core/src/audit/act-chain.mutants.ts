/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "audit: a link does not name the one before it",
    text: 'prev: last?.hash ?? ""',
    instead: 'prev: ""',
    test: "core/src/audit/chains.property.test.ts",
    testName: "are whole whichever processes",
  },
  {
    name: "audit: the end of a chain is not kept",
    text: "await this.#places.reach(link, at);",
    instead: "",
    test: "core/src/audit/chains.property.test.ts",
    testName: "are broken by one who cuts off all that came later",
  },
] as const;
