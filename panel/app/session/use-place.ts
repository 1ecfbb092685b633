import { useApi } from "../api/use-api.ts";
import { useSession } from "./use-session.ts";

/** Tenants seldom come and go. */
const LOOK_EVERY_MS = 60_000;
/** Where a mistake costs most, under the names that people give it. */
const PRODUCTION = /^(prod|production|live|生产|生产环境|正式|正式环境)$/i;

/** Where everything on the screen belongs, as far as it could be another place. */
export interface Place {
  /** The name of the tenant; `null` where the reader sees one only. */
  readonly tenant: string | null;
  /** As the operator names it; `null` where nobody does. */
  readonly environment: string | null;
  readonly isProduction: boolean;
}

/** Says which tenant and which environment this is. */
export function usePlace(): Place {
  const environment = useSession().data?.environment ?? null;
  const tenants = useApi("listTenants", {}, { everyMs: LOOK_EVERY_MS }).data;
  const own = tenants?.items.find(({ tenant }) => tenant === tenants.own);
  return {
    tenant: tenants === undefined || tenants.items.length < 2 ? null : (own?.displayName ?? tenants.own),
    environment,
    isProduction: environment !== null && PRODUCTION.test(environment.trim()),
  };
}
