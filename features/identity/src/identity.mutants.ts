/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tokens: one of a person has more than it was limited to",
    text: "return { kind, name, ...grantedByBoth(principal, { permissions }) };",
    instead: "return principal;",
    test: "http/test/api.test.ts",
    testName: "have no more than the person",
  },
] as const;
