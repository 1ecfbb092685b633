import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { ResolvedQuotas } from "../../model/option/quota-options.ts";

/** @throws MoJobError `quota_exceeded` where an app would have more jobs than it may, or a tenant more apps */
export async function assertJobQuota(
  app: string,
  added: number,
  { maxApps, maxJobs }: Pick<ResolvedQuotas, "maxApps" | "maxJobs">,
  cache: { getAll(): Promise<readonly JobDefinition[]> },
): Promise<void> {
  if (added === 0 || (maxApps === Infinity && maxJobs === Infinity)) return;
  const jobs = await cache.getAll();
  const known = jobs.filter((definition) => definition.app === app).length;
  if (known + added > maxJobs) {
    throw new MoJobError(
      MoJobErrorCode.QuotaExceeded,
      `Cannot add ${added} jobs to app "${app}": it has ${known} of at most ${maxJobs}; delete some, or raise the quota "maxJobs"`,
    );
  }
  const apps = known > 0 ? 0 : new Set(jobs.map((definition) => definition.app)).size;
  if (apps >= maxApps) {
    throw new MoJobError(
      MoJobErrorCode.QuotaExceeded,
      `Cannot add jobs to the new app "${app}": there are ${apps} of at most ${maxApps} apps; delete the jobs of one, or raise the quota "maxApps"`,
    );
  }
}
