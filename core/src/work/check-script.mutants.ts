/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "scripts: a text that is not the one that was saved is executed",
    text: "if ((await sha256(text.source)) === stamp.hash) return stamp;",
    instead: 'if ((await sha256(text.source)) !== "") return stamp;',
    test: "adapters/script-runner/src/script-runner.test.ts",
    testName: "executes nothing where the text is not the one that was saved",
  },
] as const;
