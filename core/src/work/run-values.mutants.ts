/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: parameters by number are in the order of the arguments",
    text: "const given = names.filter((name) => Object.hasOwn(args, name));",
    instead: "const given = names.filter(() => false);",
    test: "test/behaviour/values-by-number.test.ts",
    testName: "a job names itself in its condition",
  },
] as const;
