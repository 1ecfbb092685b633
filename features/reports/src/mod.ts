import { Permission } from "@mojob/core";
import type { Feature } from "@mojob/core/engine";
import type { ReportService, Rules } from "@mojob/core/feature";
import { REPORT_ACTS } from "./acts.ts";
import { OfferedReports } from "./report-service.ts";
import { Reports } from "./reports.ts";
import { heldBack, RollupDuty } from "./rollup-duty.ts";
import { Summaries } from "./summaries/summaries.ts";
import { SummaryDuty } from "./summaries/summary-duty.ts";
import { SUMMARY_RECORDS } from "./summaries/summary-records.ts";

/** A summary is a run of a job, and says what runs did. */
const SENDS = {
  always: [Permission.ReadRuns, Permission.TriggerRuns],
  within: [Permission.EditTenant, Permission.ReadJobs],
} as const;

const RULES: Rules<ReportService> = {
  report: { always: [Permission.ReadRuns], within: [Permission.ReadJobs] },
  worst: Permission.ReadRuns,
  state: Permission.ReadRuns,
  rebuild: Permission.EditTenant,
  summaries: { always: [Permission.ReadRuns], within: [Permission.EditTenant] },
  createSummary: SENDS,
  replaceSummary: SENDS,
  removeSummary: {
    always: [Permission.ReadRuns],
    within: [Permission.EditTenant],
    leavesAct: () => true,
  },
  sendSummary: SENDS,
};

/** Sums up ended runs by hour and by day, keeps the sums longer than the runs, and makes reports of them. */
export const REPORTS: Feature = {
  name: "reports",
  services: {
    reports: {
      rules: RULES,
      acts: REPORT_ACTS,
      create: (parts) => new OfferedReports(parts),
    },
  },
  records: [SUMMARY_RECORDS],
  duties: ({ engine }) => [
    new RollupDuty(engine),
    new SummaryDuty({
      engine,
      cache: engine.cache,
      facts: engine,
      reports: new Reports(engine),
      summaries: new Summaries(engine),
    }),
  ],
  readTo: async ({ engine: { tenant, store, clock } }) =>
    heldBack(await store.rollups.state(tenant), clock.now()),
};
