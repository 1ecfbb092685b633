import * as v from "valibot";
import { wanted } from "../../base/issue/issue.ts";
import { isOneLine } from "../../base/shown-text.ts";
import type { JsonObject } from "../../base/json.ts";
import type { JobDefaults } from "../option/job-options.ts";
import { QUOTA_NAMES, type QuotaOptions } from "../option/quota-options.ts";
import { storedTenantRetention, type TenantRetention, tenantRetentionChange } from "./tenant-retention.ts";

/** The longest name of a tenant for people. */
export const LONGEST_DISPLAY_NAME = 100;

/** The stored settings of a tenant. Those that are left out are as the configuration of the deployment says. */
export interface TenantSettings {
  /** A name for people; `null` where it is called by its key. */
  readonly displayName: string | null;
  /** It fires nothing, takes no triggers and begins nothing. */
  readonly disabled: boolean;
  /** Whether people who sign in with a password need a second factor. */
  readonly requireSecondFactor: boolean;
  readonly quotas: QuotaOptions;
  /** How long it keeps what belongs to no run. */
  readonly retention: Partial<TenantRetention>;
  /** Options of its jobs that do not state them, above those of the configuration. */
  readonly defaults: JobDefaults;
}

/** The settings as they are kept. */
export interface KeptTenantSettings extends TenantSettings {
  /** 1 before the first change. */
  readonly revision: number;
  readonly updatedBy: string | null;
  readonly updatedAt: Date | null;
}

/** A change of settings; those that are left out stay. A quota or a default that is `undefined` stays, and `quotas` says them one by one. */
export interface TenantSettingsChange {
  readonly displayName?: string | null | undefined;
  readonly disabled?: boolean | undefined;
  readonly requireSecondFactor?: boolean | undefined;
  /** The quotas to change; `"default"` takes one back to the value of the configuration. */
  readonly quotas?:
    | Readonly<Partial<Record<keyof QuotaOptions, number | null | "default" | undefined>>>
    | undefined;
  /** The values to change; `"default"` takes one back to the usual one. */
  readonly retention?:
    | Readonly<Partial<Record<keyof TenantRetention, number | "default" | undefined>>>
    | undefined;
  /** All of them. */
  readonly defaults?: JobDefaults | undefined;
}

/** The settings of a tenant of which nobody has changed anything. */
export const NO_TENANT_SETTINGS: KeptTenantSettings = {
  displayName: null,
  disabled: false,
  requireSecondFactor: false,
  quotas: {},
  retention: {},
  defaults: {},
  revision: 1,
  updatedBy: null,
  updatedAt: null,
};

const quotaChange = v.optional(
  v.union(
    [
      v.null(),
      v.literal("default"),
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
    ],
    wanted("quota_rule"),
  ),
);
const quota = v.optional(v.nullable(v.number()));

const StoredSchema = v.object({
  displayName: v.nullable(v.string()),
  disabled: v.boolean(),
  // Earlier versions do not write it.
  requireSecondFactor: v.optional(v.boolean(), false),
  quotas: v.object(
    Object.fromEntries(QUOTA_NAMES.map((name) => [name, quota])) as Record<keyof QuotaOptions, typeof quota>,
  ),
  // Earlier versions do not write it.
  retention: v.optional(storedTenantRetention, {}),
  defaults: v.record(v.string(), v.any()),
  by: v.nullable(v.string()),
  at: v.string(),
});

/**
 * Reads the settings that are stored at a version of their key, which is one less than the revision; members that another version of this
 * program wrote besides are left out.
 */
export function readTenantSettings(value: unknown, version: number): KeptTenantSettings {
  const { by, at, quotas, ...settings } = v.parse(StoredSchema, value);
  const stated = Object.fromEntries(Object.entries(quotas).filter(([, one]) => one !== undefined));
  return { ...settings, quotas: stated, revision: version + 1, updatedBy: by, updatedAt: new Date(at) };
}

/** A change as a request has it; the defaults are checked with the options of jobs. */
export const tenantSettingsChangeSchema: v.GenericSchema<unknown, TenantSettingsChange> = v.strictObject(
  {
    displayName: v.optional(
      v.nullable(
        v.pipe(
          v.string(wanted("not_text")),
          v.trim(),
          v.minLength(1, wanted("empty")),
          v.maxLength(LONGEST_DISPLAY_NAME, wanted("too_long", { max: LONGEST_DISPLAY_NAME })),
          v.check(isOneLine, wanted("not_one_line")),
        ),
      ),
    ),
    disabled: v.optional(v.boolean(wanted("not_flag"))),
    requireSecondFactor: v.optional(v.boolean(wanted("not_flag"))),
    quotas: v.optional(
      v.strictObject(
        Object.fromEntries(QUOTA_NAMES.map((name) => [name, quotaChange])) as Record<
          keyof QuotaOptions,
          typeof quotaChange
        >,
        wanted("not_object"),
      ),
    ),
    retention: v.optional(tenantRetentionChange),
    defaults: v.optional(v.record(v.string(), v.any(), wanted("not_object"))),
  },
  wanted("not_object"),
);

/** The settings after a change. */
export function changeTenantSettings(
  before: TenantSettings,
  { displayName, disabled, requireSecondFactor, quotas = {}, retention = {}, defaults }: TenantSettingsChange,
): TenantSettings {
  return {
    displayName: displayName === undefined ? before.displayName : displayName,
    disabled: disabled ?? before.disabled,
    requireSecondFactor: requireSecondFactor ?? before.requireSecondFactor,
    quotas: changed(before.quotas, quotas),
    retention: changed(before.retention, retention),
    defaults: defaults ?? before.defaults,
  };
}

/** The values that are set after a change of some. */
function changed<Values extends object>(before: Values, change: object): Values {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const after = Object.entries({ ...before, ...Object.fromEntries(given) });
  return Object.fromEntries(after.filter(([, value]) => value !== "default")) as Values;
}

/** The settings as they are stored. */
export function storedTenantSettings(
  { displayName, disabled, requireSecondFactor, quotas, retention, defaults }: TenantSettings,
  by: string | null,
  at: Date,
): JsonObject {
  const json = JSON.parse(
    JSON.stringify({ displayName, disabled, requireSecondFactor, quotas, retention, defaults }),
  ) as JsonObject;
  return { ...json, by, at: at.toISOString() };
}
