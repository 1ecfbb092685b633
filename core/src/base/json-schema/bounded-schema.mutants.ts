/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "schemas: patterns check texts of any length",
    text: "if (patternSteps > MOST_PATTERN_STEPS)",
    instead: "if (patternSteps === -1)",
    test: "core/src/definition/json-schema/bounded-schema.test.ts",
    testName: "so much of a text",
  },
  {
    name: "bounds: the patterns of a schema are bounded each, and not together",
    text: "instructions += programSizeOf(pattern);",
    instead: "",
    test: "core/src/definition/json-schema/bounded-schema.test.ts",
    testName: "compiles no more of the patterns of a schema",
  },
] as const;
