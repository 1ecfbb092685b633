import type { IMoJobScheduleMetadataStore } from "@mojob/core";
import { liveSince } from "@mojob/core/engine";
import type { TenantSettingsCache } from "@mojob/core/feature";
import type { Clock } from "@mojob/core/ports";
import type { Cause } from "@mojob/core/words";

/** The known facts of the tenant of a run or a fire. */
export interface TenantEvidence {
  readonly isDisabled: boolean;
  /** Runs that its workers execute. */
  readonly running: number;
  /** How many these may be; `Infinity` is unlimited. */
  readonly limit: number;
}

export interface ReadTenantOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "executors">;
  readonly settings?: TenantSettingsCache;
  readonly clock: Clock;
}

/** Reads the executors only where there is a limit. */
export async function readTenantEvidence({
  tenant,
  store,
  settings,
  clock,
}: ReadTenantOptions): Promise<TenantEvidence> {
  const isDisabled = (await settings?.refresh())?.disabled ?? false;
  const limit = settings?.quotas.maxConcurrentRuns ?? Infinity;
  if (limit === Infinity) return { isDisabled, running: 0, limit };
  const online = await store.executors.list(tenant, liveSince(clock.now()));
  return { isDisabled, running: online.reduce((sum, { running }) => sum + running, 0), limit };
}

/** Why the tenant of a run lets it not begin. */
export function tenantCauses(tenant: TenantEvidence | undefined): readonly Cause[] {
  if (tenant === undefined) return [];
  const { isDisabled, running, limit } = tenant;
  return [
    ...(isDisabled ? [{ code: "tenant_disabled" } as const] : []),
    ...(running >= limit ? [{ code: "tenant_full", parameters: { running, limit } } as const] : []),
  ];
}
