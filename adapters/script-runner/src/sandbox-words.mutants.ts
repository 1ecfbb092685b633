/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "scripts: they make namespaces inside their sandbox",
    text: 'refusesNamespaces ? ["--disable-userns"] : []',
    instead: "refusesNamespaces ? [] : []",
    test: "adapters/script-runner/src/sandbox-words.test.ts",
    testName: "where namespaces inside it are refused",
  },
] as const;
