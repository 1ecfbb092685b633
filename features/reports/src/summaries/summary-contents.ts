import { JobKind } from "@mojob/core";
import type { Report, ReportSummary, WorstReport } from "@mojob/core/engine";
import {
  countOwedFires,
  readScheduleFacts,
  type Requester,
  type ScheduleFactsOptions,
  type ServiceParts,
} from "@mojob/core/feature";
import type { LongestRun, Reports } from "../reports.ts";
import type { SummaryTime } from "./summary-times.ts";

const MOST_MISSING = 10;

/** What a summary says. */
export interface SummaryContents {
  readonly report: Report;
  readonly worst: WorstReport;
  readonly longest: readonly LongestRun[];
  /** Jobs that should have fired in the time and of which no run ended in it, by key: at most 10. */
  readonly missing: readonly string[];
  readonly missingTotal: number;
}

export interface ContentsOptions extends Pick<ServiceParts, "cache"> {
  readonly reports: Pick<Reports, "report" | "worst" | "longest" | "jobsWithRuns">;
  /** What fires depend on beside the jobs. */
  readonly facts: ScheduleFactsOptions;
}

/** Reads what a summary says, with the rights of its reader. */
export async function readContents(
  reader: Requester,
  { apps, tag }: Pick<ReportSummary, "apps" | "tag">,
  { from, to }: SummaryTime,
  { reports, cache, facts }: ContentsOptions,
): Promise<SummaryContents> {
  const query = { from, to, by: "job", ...(apps !== null && { apps }), ...(tag !== null && { tag }) };
  const [report, worst, longest, ran] = await Promise.all([
    reports.report(reader, query),
    reports.worst(reader, query),
    reports.longest(reader, query),
    reports.jobsWithRuns(reader, query),
  ]);
  const expected = (await cache.getAll()).filter(
    (job) =>
      job.kind === JobKind.Recurring &&
      job.pause === null &&
      reader.apps.has(job.app) &&
      (apps === null || apps.includes(job.app)) &&
      (tag === null || job.options.tags.includes(tag)) &&
      !ran.has(job.key),
  );
  const known = await readScheduleFacts(expected, facts);
  const missing = expected
    .filter((job) => countOwedFires(job, new Date(from.getTime() - 1), to, known) > 0)
    .map(({ key }) => key)
    .toSorted();
  return { report, worst, longest, missing: missing.slice(0, MOST_MISSING), missingTotal: missing.length };
}
