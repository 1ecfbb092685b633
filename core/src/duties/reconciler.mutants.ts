/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "unique replace: what waits for a run that has ended is left waiting",
    text: "const released = await noLongerInTheWay(left, tenant, store.instances);",
    instead: "const released: JobInstance[] = [];",
    test: "core/src/running/judge-requests.test.ts",
    testName: "handed over by the reconciler",
  },
  {
    name: "lanes: what an edit left unmoved stays where it is",
    text: "await moveToLanes(staying, { ...this.#options, store: store.instances })",
    instead: "staying",
    test: "core/src/waiting/release/use-other-lanes.test.ts",
    testName: "finished by the reconciler",
  },
  {
    name: "the reconciler: the slot of a dead worker is given to nobody",
    text: "await giveTurns(lanes, options);",
    instead: "",
    test: "core/src/duties/reconciler.test.ts",
    testName: "of runs that wait for a slot",
  },
  {
    name: "broadcasts: one under way is lost with the worker that began it",
    text: "run.state === JobState.Processing && !runsInParts(run)",
    instead: "run.state === JobState.Processing",
    test: "core/src/control/instances/part-ends.test.ts",
    testName: "is not lost with the worker",
  },
] as const;
