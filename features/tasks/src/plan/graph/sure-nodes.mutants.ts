/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a node that needs one predecessor counts on all of them",
    text: "common.keepCommon(ran)",
    instead: "common.addAll(ran)",
    test: "features/tasks/src/plan/graph/sure-nodes.test.ts",
    testName: "has surely run before another one",
  },
] as const;
