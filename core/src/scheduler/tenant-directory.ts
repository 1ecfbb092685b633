import type { Principal } from "../access/principal.ts";
import type { TenantSettingsChange } from "../model/tenant/tenant-settings.ts";
import type { TenantView } from "./tenant-service.ts";

/** A tenant that somebody may see. */
export interface ListedTenant extends Pick<TenantView, "tenant" | "displayName" | "disabled"> {
  /** Whether it is the one whose API is at the root of the deployment. */
  readonly isFirst: boolean;
  /** Whether the processes were started with it, so that it cannot be removed. */
  readonly isFixed: boolean;
  /** Its settings, its use and its quotas, for those who keep the deployment; `null` for others. */
  readonly view: TenantView | null;
}

export interface NewTenant extends Pick<TenantSettingsChange, "displayName" | "quotas"> {
  readonly tenant: string;
}

/** The tenants of a deployment, for those who may see or keep them: changes throw `forbidden` for everybody else. */
export interface TenantDirectory {
  /** The tenants that the caller may see from a tenant, which is one of them; the first of the deployment first. */
  list(caller: Principal, from: string): Promise<readonly ListedTenant[]>;
  /** @throws MoJobError `invalid_argument`, also for one that is served already; as `Deployment.addTenant` */
  add(caller: Principal, request: NewTenant): Promise<TenantView>;
  /** Resolves to `null` for one that is not served. @throws MoJobError as `TenantService.change` */
  change(
    caller: Principal,
    tenant: string,
    change: TenantSettingsChange,
    revisions: readonly number[] | null,
  ): Promise<TenantView | null>;
  /**
   * Stops serving a tenant; what is stored of it stays. Resolves to whether it was served.
   * @throws MoJobError `invalid_argument` for one that the processes were started with
   */
  remove(caller: Principal, tenant: string): Promise<boolean>;
}
