/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a re-run starts a second run of a node that does not wait",
    text: "why.reason === RerunReason.Follows && this.#hasStarted(one)",
    instead: "why.reason === null",
    test: "features/tasks/src/rerun/rerun-starts.test.ts",
    testName: "starts no second one",
  },
  {
    name: "tasks: a re-run takes over what follows the nodes that it executes",
    text: "for (const { to, isBack } of one.outs) if (!isBack) follows(to);",
    instead: "",
    test: "features/tasks/src/rerun/rerun-plan.test.ts",
    testName: "is executed again from what failed",
  },
] as const;
