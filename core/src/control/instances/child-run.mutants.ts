/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "children: arguments of any length are filled in",
    text: "if (bytes > MOST_ARGS_BYTES) throw tooLong(bytes);",
    instead: "",
    test: "core/src/control/instances/child-run.test.ts",
    testName: "makes nothing of more",
  },
] as const;
