import { Permission } from "@mojob/core";
import type { Feature } from "@mojob/core/engine";
import type { BackfillService, Rules } from "@mojob/core/feature";
import { BACKFILL_ACTS } from "./acts.ts";
import { BACKFILL_RECORDS } from "./backfill-records.ts";
import { BackfillRunner } from "./backfill-runner.ts";
import { Backfills } from "./backfills.ts";

/** Runs of the past are started as runs by hand are; who steers them may stop what they start. */
const RULES: Rules<BackfillService> = {
  preview: { always: [Permission.ReadJobs, Permission.ReadRuns] },
  create: { always: [Permission.TriggerRuns], within: [Permission.OverrideRuns] },
  list: { always: [Permission.ReadJobs, Permission.ReadRuns] },
  get: { always: [Permission.ReadJobs, Permission.ReadRuns] },
  change: { always: [Permission.TriggerRuns], within: [Permission.CancelRuns] },
};

/** Makes up for fires of a range of time that were missed or never planned. */
export const BACKFILL: Feature = {
  name: "backfill",
  records: [BACKFILL_RECORDS],
  services: {
    backfills: { rules: RULES, acts: BACKFILL_ACTS, create: (parts) => new Backfills(parts) },
  },
  duties: ({ engine }) => [new BackfillRunner(engine)],
};
