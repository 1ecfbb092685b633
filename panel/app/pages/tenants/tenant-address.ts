import { apiRoot } from "../../api/api-root.ts";

export interface TenantAddressOptions {
  /** The tenant of this panel. */
  readonly own: string;
  /** Where the other one's is, behind the address of the deployment. */
  readonly path: string;
  readonly section: string;
  /** Where this panel is. @default where it is */
  readonly root?: string;
}

/** The address of a section of the panel of a tenant of the same deployment. */
export function tenantAddress({ own, path, section, root = apiRoot() }: TenantAddressOptions): string {
  const folder = `/tenants/${own}/`;
  const deployment = root.endsWith(folder) ? root.slice(0, -folder.length) : root.replace(/\/$/, "");
  return `${deployment}${path}/${section}`;
}
