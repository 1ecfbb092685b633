/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "sqlite: everybody may read what is stored",
    text: "const OWN_FILE = 0o600;",
    instead: "const OWN_FILE = 0o644;",
    test: "adapters/sqlite/src/file/own-file.test.ts",
    testName: "a store and its copies are for the user alone",
  },
] as const;
