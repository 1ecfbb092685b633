/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a later attempt starts what was started before",
    text: "item: null, n: 0 })",
    instead: "item: null, n: (arguments[1] as NodeRun).n })",
    test: "features/tasks/src/driver/started-runs.property.test.ts",
    testName: "starts one run",
  },
] as const;
