import * as v from "valibot";

/** How long reports of the panel are; each ends now. */
export const REPORT_RANGES = ["24h", "7d", "30d", "13mo"] as const;
export type ReportRange = (typeof REPORT_RANGES)[number];
/** Each row of a report's table is one of these. */
export const REPORT_SUBJECTS = ["job", "app", "executor", "node"] as const;
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];
/** By what jobs got worse. */
export const WORST_BY = ["failures", "duration", "lateness"] as const;
export type WorstBy = (typeof WORST_BY)[number];

const text = v.fallback(v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))), undefined);

/** The state of the page, kept in the URL. */
export const reportsSearch = v.object({
  range: v.fallback(v.optional(v.picklist(REPORT_RANGES)), undefined),
  by: v.fallback(v.optional(v.picklist(REPORT_SUBJECTS)), undefined),
  worst: v.fallback(v.optional(v.picklist(WORST_BY)), undefined),
  app: text,
  jobKey: text,
});

export type ReportsSearch = v.InferOutput<typeof reportsSearch>;

/** What the API is asked for. There are no sums of an executor and a job. */
export function reportQuery({ range = "7d", by = "job", app, jobKey }: ReportsSearch): {
  readonly range: ReportRange;
  readonly by: ReportSubject;
  readonly app: string | undefined;
  readonly jobKey: string | undefined;
} {
  return { range, by: jobKey !== undefined && by === "executor" ? "job" : by, app, jobKey };
}
