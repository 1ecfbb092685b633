import type { Requester } from "../../access/requester.ts";
import { Permission } from "../../access/permission.ts";
import { isMoJobError, MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { invalidInput, parseInput } from "../../base/input.ts";
import { jsonOf, type JsonValue } from "../../base/json.ts";
import type { GlobalDefaults } from "../../definition/global-defaults.ts";
import type { TenantSettingsCache } from "../../definition/tenant/tenant-settings-cache.ts";
import { ActKind, SubjectType } from "../../model/history/act.ts";
import { mergeDefaults } from "../../model/layer/merge-defaults.ts";
import { JobKind } from "../../model/option/job-kind.ts";
import type { JobDefaults } from "../../model/option/job-options.ts";
import { parseStatedOptions } from "../../model/option/option-schema.ts";
import { QUOTA_NAMES, type ResolvedQuotas } from "../../model/option/quota-options.ts";
import {
  type KeptTenantSettings,
  type TenantSettingsChange,
  tenantSettingsChangeSchema,
} from "../../model/tenant/tenant-settings.ts";
import {
  TENANT_RETENTION,
  TENANT_RETENTION_NAMES,
  resolveTenantRetention,
  type TenantRetention,
} from "../../model/tenant/tenant-retention.ts";
import type { QuotaValues, TenantService, TenantView } from "../../scheduler/tenant-service.ts";
import type { PerRequester } from "../access/per-requester.ts";
import type { ActLog } from "../history/act-log.ts";
import { differences } from "../history/act-changes.ts";
import { readTenantUse, type TenantUseOptions } from "./read-tenant-use.ts";

export interface TenantServiceOptions extends TenantUseOptions {
  readonly settings: TenantSettingsCache;
  readonly globals: GlobalDefaults;
  readonly actLog: ActLog;
}

const OF_HISTORY: ReadonlySet<keyof TenantRetention> = new Set<keyof TenantRetention>([
  "historyDays",
  "maxActs",
]);

/** Shows and changes what people keep of the tenant. */
export function createTenantService(options: TenantServiceOptions): PerRequester<TenantService> {
  const { tenant, settings, globals, actLog } = options;
  return {
    get: async (requester) => viewOf(await settings.refresh(), requester, options),
    requiresSecondFactor: async () => (await settings.read()).requireSecondFactor,
    async change(requester, request, revision) {
      const doing = `change tenant "${options.tenant}"`;
      const change = parseTenantChange(request, doing);
      assertWhole(requester, doing);
      assertWithin(requester, change, settings.configured);
      const before = await settings.refresh();
      const after = await settings.change(change, {
        revision,
        by: requester.by,
        assertMay: ({ retention }) => assertKeeps(requester, change, retention),
      });
      await globals.changed(before.defaults, after.defaults);
      await actLog.noteDone(requester, {
        kind: ActKind.EditTenant,
        app: null,
        subject: { type: SubjectType.Tenant, id: tenant },
        changes: differences(shownOf(before), shownOf(after)),
      });
      return viewOf(after, requester, options);
    },
  };
}

/** The parts of settings that an act shows. */
function shownOf({
  displayName,
  disabled,
  requireSecondFactor,
  quotas,
  retention,
  defaults,
}: KeptTenantSettings): Readonly<Record<string, JsonValue>> {
  return {
    displayName,
    disabled,
    requireSecondFactor,
    quotas: jsonOf(quotas),
    retention: jsonOf(retention),
    defaults: jsonOf(defaults),
  };
}

/** A change of the settings as a request has it. @throws MoJobError `invalid_argument` */
export function parseTenantChange(request: unknown, doing: string): TenantSettingsChange {
  const change = parseInput(tenantSettingsChangeSchema, request, doing);
  if (change.defaults === undefined) return change;
  try {
    const stated = parseStatedOptions(JobKind.Recurring, change.defaults, doing);
    return { ...change, defaults: mergeDefaults({}, stated as JobDefaults) };
  } catch (error) {
    if (!isMoJobError(error, MoJobErrorCode.InvalidArgument)) throw error;
    const issues = error.issues.map(({ pointer, ...issue }) => ({
      ...issue,
      pointer: `/defaults${pointer}`,
    }));
    throw invalidInput(doing, issues);
  }
}

function assertWhole({ apps }: Requester, doing: string): void {
  if (apps.isAll) return;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot ${doing}: it holds for every app, and the caller may do so in some only`,
  );
}

/** Only somebody who may edit the deployment can raise the quotas that it gives to a tenant. */
function assertWithin(
  requester: Requester,
  { quotas = {} }: TenantSettingsChange,
  configured: ResolvedQuotas,
): void {
  if (requester.holds(Permission.EditDeployment, "")) return;
  const above = QUOTA_NAMES.find((name) => {
    const quota = quotas[name];
    return quota !== undefined && quota !== "default" && (quota ?? Infinity) > configured[name];
  });
  if (above === undefined) return;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot raise the quota "${above}" above ${configured[above]}, which the deployment gives: the permission "${Permission.EditDeployment}" is needed`,
  );
}

/**
 * Only somebody who may edit the deployment can let a tenant cost more than it does or usually would, or change how long traces of
 * what was done are kept.
 */
function assertKeeps(
  requester: Requester,
  { retention = {} }: TenantSettingsChange,
  stated: Partial<TenantRetention>,
): void {
  const keepsDeployment = requester.holds(Permission.EditDeployment, "");
  if (keepsDeployment) return;
  const inForce = resolveTenantRetention(stated);
  for (const name of TENANT_RETENTION_NAMES) {
    const { usual } = TENANT_RETENTION[name];
    const asked = retention[name];
    if (asked === undefined) continue;
    const value = asked === "default" ? usual : asked;
    const isOfHistory = OF_HISTORY.has(name);
    const most = Math.max(usual, inForce[name]);
    if (isOfHistory ? value === inForce[name] : value <= most) continue;
    const than = isOfHistory ? `other than ${inForce[name]}` : `above ${most}`;
    throw new MoJobError(
      MoJobErrorCode.Forbidden,
      `Cannot set "${name}" to a value ${than}: the permission "${Permission.EditDeployment}" is needed`,
    );
  }
}

async function viewOf(
  { quotas: stated, ...kept }: KeptTenantSettings,
  { apps }: Requester,
  options: TenantServiceOptions,
): Promise<TenantView> {
  const { tenant, settings } = options;
  const [quotas, configured] = [valuesOf(settings.quotas), valuesOf(settings.configured)];
  return { tenant, ...kept, stated, quotas, configured, use: await readTenantUse(apps, options) };
}

function valuesOf(quotas: ResolvedQuotas): QuotaValues {
  const values = QUOTA_NAMES.map((name) => [name, quotas[name] === Infinity ? null : quotas[name]]);
  return Object.fromEntries(values) as QuotaValues;
}
