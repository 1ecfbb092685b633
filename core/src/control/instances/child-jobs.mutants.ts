/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "child jobs: each time its parent's end is followed, a child has another id",
    text: "const id = await followUpId(parent.id, child.job);",
    instead: "const id = await followUpId(parent.id, child.job + Math.random());",
    test: "test/model/followers.test.ts",
    testName: "the ends of two runs are followed",
  },
  {
    name: "child jobs: two that are each other's children start each other for ever",
    text: "cycle === null ? run.skipReason : { code: ReasonCode.ChildCycle, parameters: { path: cycle } };",
    instead: "run.skipReason;",
    test: "core/src/control/instances/child-jobs.test.ts",
    testName: "do not start each other for ever",
  },
  {
    name: "broadcasts: each shard starts the child jobs",
    text: "shardOfLane(lane) === null",
    instead: "lane !== null",
    test: "core/src/control/instances/part-ends.test.ts",
    testName: "of no shard",
  },
  {
    name: "children: one that cannot be recorded holds up the ends beside it",
    text: "if (isOutage(error) || runs.length === 1) throw error;",
    instead: "if (runs.length > 0) throw error;",
    test: "core/src/control/instances/child-jobs.test.ts",
    testName: "cannot be recorded",
  },
  {
    name: "children: what cannot be written while the store is unavailable is lost",
    text: "if (failures.length === runs.length) throw error;",
    instead: "",
    test: "core/src/control/instances/child-jobs.test.ts",
    testName: "all of which fail",
  },
] as const;
