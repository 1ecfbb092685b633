/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "files: a task takes a text for a file",
    text: "if (type === ValueType.File) return isFile(value)",
    instead: "if (type === ValueType.File) return value !== null",
    test: "test/behaviour/embedded.test.ts",
    testName: "a node whose result is to be a file and is none has failed",
  },
  {
    name: "promises: declared types are not looked at",
    text: "kind === undefined || value === null || kindOf(value) === kind",
    instead: "kind !== null",
    test: "test/behaviour/body-members.test.ts",
    testName: "results.type",
  },
] as const;
