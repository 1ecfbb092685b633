/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: the condition of a loop sees nothing of the visit before",
    text: "(ofVisitBefore(step, node, heads) ?? own)",
    instead: "own",
    test: "core/src/task/decide/advance.test.ts",
    testName: "what the visit before left",
  },
] as const;
