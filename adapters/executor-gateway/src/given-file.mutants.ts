/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "files: an executor reads files of every app",
    text: "if (app !== null && serves(app)) return;",
    instead: "if (app !== null) return;",
    test: "test/attack/files.test.ts",
    testName: "where its run was given it",
  },
] as const;
