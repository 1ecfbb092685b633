/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "exports: lines that were changed are imported",
    text: "if (this.#seals.seal() !== sha256)",
    instead: "if (this.#seals.seal() === undefined)",
    test: "features/exports/src/hostile-files.test.ts",
    testName: "whichever byte of its text",
  },
  {
    name: "exports: a file with other bytes is imported",
    text: 'if (hash.digest("hex") !== sha256)',
    instead: 'if (hash.digest("hex") === "")',
    test: "features/exports/src/hostile-files.test.ts",
    testName: "a file with other bytes",
  },
] as const;
