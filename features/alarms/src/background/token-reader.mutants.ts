/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tokens: one that nobody uses is an alarm",
    text: "if ((await state.get(TOKEN_USE_PREFIX + id)) === null) return false;",
    instead: 'if (id === "") return false;',
    test: "features/alarms/src/background/token-findings.test.ts",
    testName: "was never used, never ends, or is another tenant's",
  },
] as const;
