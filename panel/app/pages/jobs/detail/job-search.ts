import * as v from "valibot";
import { pageSize } from "../../../ui/page/page-size.ts";
import { JOB_STATES } from "../../../ui/state-badge.tsx";

/** The parts of a job's page. */
export const JobTab = { Runs: "runs", Options: "options", Statistics: "statistics" } as const;
export type JobTab = (typeof JobTab)[keyof typeof JobTab];

/** Which part of a job is shown, and of its runs which. */
export const jobSearch = v.object({
  tab: v.fallback(v.optional(v.picklist(Object.values(JobTab))), undefined),
  state: v.fallback(v.optional(v.picklist(JOB_STATES)), undefined),
  size: pageSize,
  cursor: v.fallback(v.optional(v.string()), undefined),
});
