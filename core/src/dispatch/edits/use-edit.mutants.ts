/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "placing: an edit of who may run a job counts when the reconciler looks",
    text: "await useOtherRule(before, after, options);",
    instead: "",
    test: "core/src/dispatch/edits/use-other-rule.test.ts",
    testName: "no worker was allowed to take is handed over",
  },
  {
    name: "lanes: an edit of the concurrency key counts when the reconciler looks",
    text: "await useOtherLanes(before, after, options);",
    instead: "",
    test: "core/src/dispatch/edits/use-other-lanes.test.ts",
    testName: "competes for the job's own slots",
  },
] as const;
