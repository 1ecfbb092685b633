import type { JobInstanceSummary } from "@mojob/core";
import type { IMoInstanceQueries } from "@mojob/core/ports";

const JOBS_AT_ONCE = 50;

/** The newest runs of each of these jobs, one page after the other: a storm of failures is not to become one of reads. */
export async function recentRuns(
  queries: Pick<IMoInstanceQueries, "recentByJob">,
  tenant: string,
  jobKeys: Iterable<string>,
  limit: number,
): Promise<ReadonlyMap<string, readonly JobInstanceSummary[]>> {
  const keys = [...new Set(jobKeys)];
  const found = new Map<string, readonly JobInstanceSummary[]>();
  for (let from = 0; from < keys.length; from += JOBS_AT_ONCE) {
    // oxlint-disable-next-line no-await-in-loop
    const page = await queries.recentByJob(tenant, keys.slice(from, from + JOBS_AT_ONCE), limit);
    for (const [key, runs] of page) found.set(key, runs);
  }
  return found;
}
