/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "bounds: a large pattern is compiled before it is refused",
    text: "if (instructions > MOST_INSTRUCTIONS)",
    instead: "if (instructions > 1_000_000)",
    test: "core/src/base/program-size.test.ts",
    testName: "refuses a pattern whose repetitions make a large program",
  },
] as const;
