/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "a pause: retries that follow at once go on",
    text: " && firstClosed(situation) === null",
    instead: "",
    test: "test/behaviour/embedded.test.ts",
    testName: "a pause and a stopped app hold retries",
  },
] as const;
