/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "files: what was killed is left",
    text: "const left = await parts.sweep(folder);",
    instead: "const left = new Set<number>();",
    test: "adapters/file-runner/src/attacks.test.ts",
    testName: "leftovers of an earlier attempt",
  },
] as const;
