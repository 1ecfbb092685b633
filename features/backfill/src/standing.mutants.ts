/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "backfill: a run of its own that was not written is taken for another's",
    text: "return trigger.type === TriggerType.Backfill && trigger.of === backfill;",
    instead: "return trigger.type === TriggerType.Backfill && trigger.of !== backfill;",
    test: "features/backfill/src/backfills.property.test.ts",
    testName: "each time gets one run at most",
  },
  {
    name: "backfill: a run that is under way is replaced",
    text: "if (!isTerminal(run.state)) return false;",
    instead: "if (!isTerminal(run.state)) return options.only !== BackfillOnly.Missing;",
    test: "features/backfill/src/backfills.property.test.ts",
    testName: "each time gets one run at most",
  },
  {
    name: "backfill: what found its job full is given up",
    text: "if (isOwn(run, options)) return run.reason?.code === ReasonCode.JobFull;",
    instead: "if (isOwn(run, options)) return false;",
    test: "features/backfill/src/full-job.test.ts",
    testName: "a time whose run found its job full",
  },
] as const;
