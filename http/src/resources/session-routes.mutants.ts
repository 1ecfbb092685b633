/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tokens: a personal one becomes a session",
    text: "if (credential === Credential.Token && principal.kind === PrincipalKind.User)",
    instead: "if (credential === Credential.Session && principal.kind === PrincipalKind.User)",
    test: "http/test/api.test.ts",
    testName: "have no more than the person",
  },
] as const;
