import type { Asker } from "../../access/asker.ts";
import { Permission } from "../../access/permission.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";

/** What stands before the first separator of a key, where it can be the name of an app. */
const NAMESPACE = /^([A-Za-z0-9][A-Za-z0-9_-]{0,62})[.:/]/;

/**
 * Refuses a key that begins with the name of another app, such as `billing.close`: that app would find its key taken, and who starts the
 * job by that key would start this one.
 * @throws MoJobError `forbidden` for a caller that makes no jobs in that app
 */
export async function assertOwnNamespace(
  { key, app }: { readonly key: string; readonly app: string },
  { asker, cache }: { readonly asker: Asker; readonly cache: Pick<JobDefinitionCache, "getAll"> },
): Promise<void> {
  const other = NAMESPACE.exec(key)?.[1];
  if (other === undefined || other === app || asker.holds(Permission.CreateJobs, other)) return;
  if ((await cache.getAll()).some((job) => job.app === other))
    asker.assertHolds(Permission.CreateJobs, other);
}
