/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: the items of a group return nothing",
    text: "...(node.results !== undefined && { results: node.results }),",
    instead: "",
    test: "test/behaviour/results-of-items.test.ts",
    testName: "each item of a group returns",
  },
] as const;
