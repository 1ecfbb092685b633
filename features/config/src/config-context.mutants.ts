/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "configuration: a job whose payloads are hidden is taken for all of it",
    text: "if (hiddenIn(definition).length > 0) hidden.add(definition.key);",
    instead: "if (hiddenIn(definition).length > 100) hidden.add(definition.key);",
    test: "features/config/src/config.test.ts",
    testName: "does not take a job whose payloads are hidden",
  },
] as const;
