/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "placing: an edit of who may run a job counts when the reconciler looks",
    text: "[useOtherRule, useOtherLanes, useRaisedLimits]",
    instead: "[useOtherLanes, useRaisedLimits]",
    test: "core/src/waiting/release/use-other-rule.test.ts",
    testName: "no worker was allowed to take is handed over",
  },
  {
    name: "lanes: an edit of the concurrency key counts when the reconciler looks",
    text: "[useOtherRule, useOtherLanes, useRaisedLimits]",
    instead: "[useOtherRule, useRaisedLimits]",
    test: "core/src/waiting/release/use-other-lanes.test.ts",
    testName: "competes for the job's own slots",
  },
] as const;
