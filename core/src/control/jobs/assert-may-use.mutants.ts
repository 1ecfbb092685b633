/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "rights: an editor of work names any secret",
    text: "if (secretsNamedBy(work).some((name) => !known.has(name)))",
    instead: "if (secretsNamedBy(work).some((name) => known.has(name)))",
    test: "core/src/control/access/split-permissions.test.ts",
    testName: "secrets:use",
  },
] as const;
