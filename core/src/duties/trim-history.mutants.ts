/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "audit: retention removes acts before it says how far",
    text: "for (const link of lastOfEach(outdated)) await this.#places.cut(link);",
    instead: "",
    test: "core/src/audit/chains.property.test.ts",
    testName: "are whole whichever processes",
  },
  {
    name: "audit: a process without the key trims sealed chains",
    text: "if (await this.#places.mayCut()) return true;",
    instead: "if (true) return true;",
    test: "core/src/duties/trim-history.test.ts",
    testName: "removes nothing of sealed chains, and says so once",
  },
] as const;
