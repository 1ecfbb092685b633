/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "secrets: a sealed value opens as another version of its secret",
    text: '["mojob-secret", tenant, app, name, version]',
    instead: '["mojob-secret", tenant, app, name]',
    test: "core/src/secrets/stored-secrets.test.ts",
    testName: "no earlier one of the same secret",
  },
] as const;
