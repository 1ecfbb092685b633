import type { JobDefinition } from "@mojob/core";
import { type ForecastQuery, invalidInput, issueAt } from "@mojob/core/engine";

export const A_MINUTE_MS = 60_000;
export const AN_HOUR_MS = 3_600_000;
export const A_DAY_MS = 86_400_000;

const MOST_DAYS = 31;
export const MOST_JOBS = 50_000;
const MOST_BUCKETS = 20_000;
const SHORTEST_BUCKET_MS = 1000;

/** A stretch of time in buckets. */
export interface Window {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly bucketMs: number;
  /** How many buckets there are; the last may be shorter. */
  readonly buckets: number;
}

/** @throws MoJobError `invalid_argument` beyond 31 days and 20,000 buckets */
export function resolveWindow(
  query: ForecastQuery,
  now: Date,
  doing: string,
  mostDays: number = MOST_DAYS,
): Window {
  const { bucketMs = null } = query;
  const given = bucketMs ?? A_MINUTE_MS;
  const fromMs = query.from?.getTime() ?? Math.floor(now.getTime() / given) * given;
  const toMs = query.to?.getTime() ?? fromMs + A_DAY_MS;
  if (!(toMs > fromMs && toMs - fromMs <= mostDays * A_DAY_MS))
    throw invalidInput(doing, [issueAt("/to", "forecast_time", { days: mostDays })]);
  const length = bucketMs ?? (toMs - fromMs <= A_DAY_MS ? A_MINUTE_MS : AN_HOUR_MS);
  if (!Number.isInteger(length) || length < SHORTEST_BUCKET_MS || length > mostDays * A_DAY_MS)
    throw invalidInput(doing, [
      issueAt("/bucketMs", "out_of_range", { min: SHORTEST_BUCKET_MS, max: mostDays * A_DAY_MS }),
    ]);
  const buckets = Math.ceil((toMs - fromMs) / length);
  if (buckets > MOST_BUCKETS)
    throw invalidInput(doing, [issueAt("/bucketMs", "forecast_buckets", { max: MOST_BUCKETS })]);
  return { fromMs, toMs, bucketMs: length, buckets };
}

/** @throws MoJobError `invalid_argument` beyond 50,000 jobs */
export function assertFew(jobs: readonly JobDefinition[], doing: string): void {
  if (jobs.length > MOST_JOBS)
    throw invalidInput(doing, [issueAt("/app", "forecast_jobs", { max: MOST_JOBS, count: jobs.length })]);
}
