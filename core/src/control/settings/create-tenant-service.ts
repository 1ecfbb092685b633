import type { Asker } from "../../access/asker.ts";
import { Permission } from "../../access/permission.ts";
import { isMoJobError, MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { invalidInput, parseInput } from "../../base/input.ts";
import { jsonOf, type JsonValue } from "../../base/json.ts";
import type { GlobalDefaults } from "../../definition/global-defaults.ts";
import type { TenantBook } from "../../definition/tenant/tenant-book.ts";
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
import type { QuotaValues, TenantService, TenantView } from "../../scheduler/tenant-service.ts";
import type { Asked } from "../access/asked.ts";
import type { ActBook } from "../history/act-book.ts";
import { differences } from "../history/act-changes.ts";
import { readTenantUse, type TenantUseOptions } from "./read-tenant-use.ts";

export interface TenantServiceOptions extends TenantUseOptions {
  readonly settings: TenantBook;
  readonly globals: GlobalDefaults;
  readonly book: ActBook;
}

/** Shows and changes what people keep of the tenant. */
export function createTenantService(options: TenantServiceOptions): Asked<TenantService> {
  const { tenant, settings, globals, book } = options;
  return {
    get: async (asker) => viewOf(await settings.refresh(), asker, options),
    requiresSecondFactor: async () => (await settings.read()).requireSecondFactor,
    async change(asker, request, revision) {
      const doing = `change tenant "${options.tenant}"`;
      const change = parseChange(request, doing);
      assertWhole(asker, doing);
      assertWithin(asker, change, settings.configured);
      const before = await settings.refresh();
      const after = await settings.change(change, { revision, by: asker.by });
      await globals.changed(before.defaults, after.defaults);
      await book.noteDone(asker, {
        kind: ActKind.EditTenant,
        app: null,
        subject: { type: SubjectType.Tenant, id: tenant },
        changes: differences(shownOf(before), shownOf(after)),
      });
      return viewOf(after, asker, options);
    },
  };
}

/** The parts of settings that an act shows. */
function shownOf({
  displayName,
  disabled,
  requireSecondFactor,
  quotas,
  defaults,
}: KeptTenantSettings): Readonly<Record<string, JsonValue>> {
  return { displayName, disabled, requireSecondFactor, quotas: jsonOf(quotas), defaults: jsonOf(defaults) };
}

function parseChange(request: unknown, doing: string): TenantSettingsChange {
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

function assertWhole({ apps }: Asker, doing: string): void {
  if (apps.isAll) return;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot ${doing}: it holds for every app, and the caller may do so in some only`,
  );
}

/** Only somebody who may edit the deployment can raise the quotas that it gives to a tenant. */
function assertWithin(asker: Asker, { quotas = {} }: TenantSettingsChange, configured: ResolvedQuotas): void {
  if (asker.holds(Permission.EditDeployment, "")) return;
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

async function viewOf(
  { quotas: stated, ...kept }: KeptTenantSettings,
  { apps }: Asker,
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
