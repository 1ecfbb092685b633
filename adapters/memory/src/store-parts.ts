import type { StoreLifetime } from "./store-lifetime.ts";
import type { StoreWatchers } from "./store-watchers.ts";
import { TenantInstances } from "./tenant-instances.ts";

/** What the parts of one metadata store share. */
export interface StoreParts {
  readonly lifetime: StoreLifetime;
  readonly watchers: StoreWatchers;
  readonly tenants: Map<string, TenantInstances>;
}

/** The runs of a tenant, which begin to exist with the first question. */
export function tenantOf({ tenants }: StoreParts, tenant: string): TenantInstances {
  let found = tenants.get(tenant);
  if (!found) tenants.set(tenant, (found = new TenantInstances()));
  return found;
}
