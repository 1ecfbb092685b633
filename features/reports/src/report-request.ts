import {
  invalidInput,
  issueAt,
  REPORT_RANGES,
  REPORT_SUBJECTS,
  type ReportQuery,
  type ReportRange,
  type ReportSubject,
} from "@mojob/core/engine";
import type { TenantRetention } from "@mojob/core/feature";
import { GRAIN_MS, grainEndOf, grainOf, RollupGrain, type ShownGrain } from "@mojob/core/ports";

/** The longest time that a report is of. */
export const MOST_DAYS = 400;
/** A longer time is shown by days. */
const MOST_HOURS = 7 * 24;
const HOUR_MS = GRAIN_MS.hour;

const LENGTHS_MS: Readonly<Record<ReportRange, number>> = {
  "1h": HOUR_MS,
  "6h": 6 * HOUR_MS,
  "24h": 24 * HOUR_MS,
  "7d": 7 * GRAIN_MS.day,
  "30d": 30 * GRAIN_MS.day,
  "90d": 90 * GRAIN_MS.day,
  "13mo": 396 * GRAIN_MS.day,
};

/** A request with all that it leaves out. */
export interface ReportRequest extends Pick<ReportQuery, "app" | "apps" | "jobKey" | "executor" | "tag"> {
  readonly from: Date;
  readonly to: Date;
  readonly grain: ShownGrain;
  readonly by: ReportSubject;
}

/** @throws MoJobError `invalid_argument` */
export function resolveReportRequest(
  query: ReportQuery,
  now: Date,
  { hourlyReportDays }: Pick<TenantRetention, "hourlyReportDays">,
  doing: string,
): ReportRequest {
  const { range, app, apps, jobKey, executor, tag } = query;
  const by = REPORT_SUBJECTS.find((one) => one === (query.by ?? "tenant"));
  if (by === undefined)
    throw invalidInput(doing, [issueAt("/by", "not_one_of", { values: REPORT_SUBJECTS })]);
  const named = REPORT_RANGES.find((one) => one === (range ?? "24h"));
  if (named === undefined)
    throw invalidInput(doing, [issueAt("/range", "not_one_of", { values: REPORT_RANGES })]);
  if (range !== undefined && (query.from ?? query.to) !== undefined)
    throw invalidInput(doing, [issueAt("/range", "excludes", { other: "from and to" })]);
  assertTogether(by, query, doing);
  // The hour or day that is under way counts.
  const to = query.to ?? new Date(now.getTime() + 1);
  const from = query.from ?? new Date(to.getTime() - LENGTHS_MS[named]);
  const lengthMs = to.getTime() - from.getTime();
  if (lengthMs <= 0 || lengthMs > MOST_DAYS * GRAIN_MS.day)
    throw invalidInput(doing, [issueAt("/to", "report_time", { days: MOST_DAYS })]);
  // Those of the time before it are wanted, too.
  const oldestMs = from.getTime() - lengthMs;
  const hasHours = oldestMs > now.getTime() - hourlyReportDays * GRAIN_MS.day;
  const grain = lengthMs <= MOST_HOURS * HOUR_MS && hasHours ? RollupGrain.Hour : RollupGrain.Day;
  return {
    from: grainOf(from, grain),
    to: grainEndOf(to, grain),
    grain,
    by,
    ...(app !== undefined && { app }),
    ...(apps !== undefined && { apps }),
    ...(jobKey !== undefined && { jobKey }),
    ...(executor !== undefined && { executor }),
    ...(tag !== undefined && { tag }),
  };
}

/** There are no sums by executor and job. */
function assertTogether(by: ReportSubject, { executor, jobKey, tag }: ReportQuery, doing: string): void {
  const refuse = (pointer: string, other: string): never => {
    throw invalidInput(doing, [issueAt(pointer, "excludes", { other })]);
  };
  const ofJobs = jobKey !== undefined ? "jobKey" : tag !== undefined ? "tag" : null;
  if (executor !== undefined && ofJobs !== null) refuse("/executor", ofJobs);
  if (executor !== undefined && (by === "job" || by === "node" || by === "tag"))
    refuse("/executor", `by=${by}`);
  if (by === "executor" && ofJobs !== null) refuse(`/${ofJobs}`, "by=executor");
}
