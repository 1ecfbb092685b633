import type { StoreLifetime } from "./store-lifetime.ts";
import type { StoreWatchers } from "./store-watchers.ts";
import { TenantInstances } from "../tenant/tenant-instances.ts";

/** What the parts of one metadata store share. */
export interface StoreParts {
  readonly lifetime: StoreLifetime;
  readonly watchers: StoreWatchers;
  /** Names this store among all there have ever been. */
  readonly epoch: string;
  readonly tenants: Map<string, TenantInstances>;
}

/** The runs of a tenant, which begin to exist with the first question. */
export function tenantOf({ tenants, epoch }: StoreParts, tenant: string): TenantInstances {
  let found = tenants.get(tenant);
  if (!found) tenants.set(tenant, (found = new TenantInstances(epoch)));
  return found;
}
