/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "retention of a tenant: a job that was edited takes it too",
    text: "(path) => !edited.includes(path) && textAt(inForce, path) === textAt(ofCode, path),",
    instead: "() => true,",
    test: "core/src/definition/global-defaults.test.ts",
    testName: "every job that states none and was not edited",
  },
] as const;
