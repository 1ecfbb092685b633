import type { ApiError } from "../../api/api-error.ts";
import { type Change, useApiChange } from "../../api/use-api.ts";
import type { Tenant } from "./tenant.ts";

export type TenantBody = NonNullable<Change<"updateTenant">["body"]>;

export interface TenantChangeOptions {
  readonly onDone: () => void;
  readonly onFailed?: (error: ApiError) => void;
}

/** Changes the tenant of this panel, or another one of the deployment, at the revision that is shown. */
export function useTenantChange(
  { tenant, revision }: Pick<Tenant, "tenant" | "revision">,
  isOwn: boolean,
  options: TenantChangeOptions,
): { readonly mutate: (body: TenantBody) => void; readonly isPending: boolean } {
  const own = useApiChange("updateTenant", options);
  const other = useApiChange("updateTenantOf", options);
  const at = { options: { ifMatch: revision } };
  return {
    mutate: (body) => (isOwn ? own.mutate({ body, ...at }) : other.mutate({ path: { tenant }, body, ...at })),
    isPending: own.isPending || other.isPending,
  };
}
