/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "programs: they have what their worker was started with",
    text: ", ...withoutInherited()",
    instead: "",
    test: "adapters/command-runner/src/process/run-process.test.ts",
    testName: "a program has none of the descriptors",
  },
] as const;
