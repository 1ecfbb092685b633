/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: nodes begin before what their task needs is there",
    text: 'return isDecided(status) ? "block" : "wait";',
    instead: "return joinVerdict(step.plan, step.state, node);",
    test: "features/tasks/src/plan/resource-node.test.ts",
    testName: "before any node begins",
  },
] as const;
