import type { TenantDirectory } from "@mojob/core/engine";

/** The tenants of a deployment, as one of its APIs shows them. */
export interface TenantsOptions {
  /** As `createTenantDirectory()` of @mojob/core/engine makes it. */
  readonly directory: TenantDirectory;
  /** Whether this is the API of the first tenant, through which tenants are added, changed and removed. */
  readonly isFirst: boolean;
}
