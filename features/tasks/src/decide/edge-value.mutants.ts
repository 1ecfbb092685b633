/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: what waits for a loop goes on with its first visit",
    text: 'if (edge.leaves !== null && loopStateOf(plan, state, edge.leaves).s === "open") return "open";',
    instead: "",
    test: "features/tasks/src/decide/edge-cases.test.ts",
    testName: "a way out of a loop",
  },
] as const;
