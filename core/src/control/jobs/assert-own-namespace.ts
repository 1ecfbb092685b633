import type { Requester } from "../../access/requester.ts";
import { Permission } from "../../access/permission.ts";
import { namespaceOf } from "../../definition/app/namespace-of.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";

/**
 * Refuses a key that begins with the name of another app, such as `billing.close`: that app would find its key taken, and who starts the
 * job by that key would start this one.
 * @throws MoJobError `forbidden` for a caller that makes no jobs in that app
 */
export async function assertOwnNamespace(
  { key, app }: { readonly key: string; readonly app: string },
  { requester, cache }: { readonly requester: Requester; readonly cache: Pick<JobDefinitionCache, "getAll"> },
): Promise<void> {
  const other = namespaceOf(key);
  if (other === null || other === app || requester.holds(Permission.CreateJobs, other)) return;
  if ((await cache.getAll()).some((job) => job.app === other))
    requester.assertHolds(Permission.CreateJobs, other);
}
