/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "this machine: another start reads half a token",
    text: "const unfinished = `${path}.${hexOf(randomBytes(NAME_BYTES))}`;",
    instead: "const unfinished = path;",
    test: "core/src/ports/platform/kept-token.test.ts",
    testName: "never shows another start half of it",
  },
  {
    name: "this machine: the token of who was first is not taken",
    text: 'else if (codeOf(error) !== "EEXIST") throw error;',
    instead: "else throw error;",
    test: "core/src/ports/platform/kept-token.test.ts",
    testName: "takes the one that was made first",
  },
] as const;
