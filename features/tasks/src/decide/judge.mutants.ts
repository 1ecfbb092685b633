/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: nodes begin before what their task needs is there",
    text: 'return isDecided(status) ? "block" : "wait";',
    instead: "return joinVerdict(step.plan, step.state, node);",
    test: "features/tasks/src/plan/resource-node.test.ts",
    testName: "before any node begins",
  },
  {
    name: "tasks: a step takes as many visits of loops as there are",
    text: "delayMs === 0 && step.facts.length < LONG_STEP",
    instead: "delayMs === 0",
    test: "features/tasks/src/decide/edge-cases.test.ts",
    testName: "leaves further visits of a long step",
  },
] as const;
