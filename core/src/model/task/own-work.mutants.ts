/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "promises: work in bodies has no defaults",
    text: "result.success ? result.output : work",
    instead: "work",
    test: "test/behaviour/embedded.test.ts",
    testName: "work in a body has the defaults of the work of a job",
  },
] as const;
