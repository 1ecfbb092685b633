import type { Asker } from "../../access/asker.ts";
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
  { asker, cache }: { readonly asker: Asker; readonly cache: Pick<JobDefinitionCache, "getAll"> },
): Promise<void> {
  const other = namespaceOf(key);
  if (other === null || other === app || asker.holds(Permission.CreateJobs, other)) return;
  if ((await cache.getAll()).some((job) => job.app === other))
    asker.assertHolds(Permission.CreateJobs, other);
}
