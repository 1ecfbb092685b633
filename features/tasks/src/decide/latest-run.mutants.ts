/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: the condition of a loop sees nothing of the visit before",
    text: "(ofVisitBefore(step, node, heads) ?? own)",
    instead: "own",
    test: "features/tasks/src/decide/advance.test.ts",
    testName: "what the visit before left",
  },
  {
    name: "tasks: a node of a loop reads nothing of an earlier visit",
    text: "if (before.length > 0) return fromLoops(step, node, before) ?? {};",
    instead: "if (before.length > 0) return {};",
    test: "features/tasks/src/decide/advance.test.ts",
    testName: "hands a value from visit to visit",
  },
] as const;
