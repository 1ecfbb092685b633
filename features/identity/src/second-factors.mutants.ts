/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "people: a factor in force is replaced without a code of it",
    text: "if (!(await this.take(name, currentCode)))",
    instead: "if (currentCode.length === 0)",
    test: "http/test/api.test.ts",
    testName: "with the password and a code of theirs alone",
  },
  {
    name: "people: a code of the second factor is taken twice",
    text: "step > factor.latestStep ?",
    instead: "step >= factor.latestStep ?",
    test: "http/test/api.test.ts",
    testName: "no code is taken twice",
  },
] as const;
