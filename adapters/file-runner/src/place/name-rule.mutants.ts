/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "files: a path leads out of its root",
    text: "return names.map(nameMistake).find((mistake) => mistake !== null) ?? null;",
    instead: "return null;",
    test: "adapters/file-runner/src/attacks.test.ts",
    testName: "paths that lead elsewhere",
  },
  {
    name: "files: characters that look like separators are names",
    text: "LIKE_SEPARATOR.test(name) ||",
    instead: "",
    test: "adapters/file-runner/src/attacks.test.ts",
    testName: "paths that lead elsewhere",
  },
] as const;
