/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a run moves to a version in which a node follows others",
    text: "return edgesInto(from, node) === edgesInto(to, other) ? null : MigrationProblem.Edges;",
    instead: "return null;",
    test: "features/tasks/src/decide/migration.test.ts",
    testName: "it follows another node",
  },
] as const;
