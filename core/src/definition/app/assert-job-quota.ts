import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JobDefinition } from "../../model/job-definition.ts";

/** @throws MoJobError `quota_exceeded` where an app would have more jobs than it may */
export async function assertJobQuota(
  app: string,
  added: number,
  most: number,
  cache: { getAll(): Promise<readonly JobDefinition[]> },
): Promise<void> {
  if (added === 0 || most === Infinity) return;
  const known = (await cache.getAll()).filter((definition) => definition.app === app).length;
  if (known + added <= most) return;
  throw new MoJobError(
    MoJobErrorCode.QuotaExceeded,
    `Cannot add ${added} jobs to app "${app}": it has ${known} of at most ${most}; delete some, or raise the quota "maxJobs"`,
  );
}
