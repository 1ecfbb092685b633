/** Written after each change of the settings of any tenant: unchanged, it says that none is new; two parts, so that it is no tenant's key. */
export const TENANTS_CHANGED_KEY = "mojob/tenants-changed";

/** The settings of a tenant: its display name, whether it is disabled, its quotas and its defaults. */
export function tenantSettingsKey(tenant: string): string {
  return `mojob/${tenant}/settings`;
}

/** How many runs of a tenant were created in the minute that is written there. */
export function runsInMinuteKey(tenant: string): string {
  return `mojob/${tenant}/runs-in-minute`;
}

/** How the processes of a tenant share the runs that it may execute at once. */
export function tenantSlotsKey(tenant: string): string {
  return `mojob/${tenant}/places`;
}
