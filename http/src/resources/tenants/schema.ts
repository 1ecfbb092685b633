import type { JsonObject } from "@mojob/core/ports";
import {
  type ListedTenant,
  QUOTA_NAMES,
  TENANT_RETENTION_NAMES,
  type TenantRetention,
  type QuotaValues,
  type TenantView,
} from "@mojob/core/engine";
import * as v from "valibot";
import { type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { instantOut, jsonObject, text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";

const number = v.nullable(v.number());

function quotaFields<const Field>(field: Field): Record<keyof QuotaValues, Field> {
  return Object.fromEntries(QUOTA_NAMES.map((name) => [name, field])) as Record<keyof QuotaValues, Field>;
}

const retentionFields = Object.fromEntries(
  TENANT_RETENTION_NAMES.map((name) => [name, v.exactOptional(v.number())]),
) as Record<keyof TenantRetention, v.ExactOptionalSchema<v.NumberSchema<undefined>, undefined>>;

const quotas: Parser<QuotaValues> = wireObject(quotaFields(number));

export interface TenantJson extends Omit<Wire<TenantView>, "defaults"> {
  readonly defaults: JsonObject;
}

export const tenantSchema: Parser<TenantJson> = wireObject({
  tenant: v.string(),
  displayName: v.pipe(v.nullable(v.string()), v.description("What people call it")),
  disabled: v.pipe(
    v.boolean(),
    v.description("It fires nothing, takes no triggers and begins nothing; what runs goes on"),
  ),
  requireSecondFactor: v.pipe(
    v.boolean(),
    v.description(
      "People who sign in with a password need a second factor: without one they reach their account alone",
    ),
  ),
  quotas: v.pipe(quotas, v.description("Those in force; `null` is unlimited")),
  stated: v.pipe(
    v.object(quotaFields(v.exactOptional(number))),
    v.description("Those that somebody has set; the others are as the configuration says"),
  ),
  configured: v.pipe(quotas, v.description("Those of the configuration")),
  retention: v.pipe(
    v.object(retentionFields),
    v.description(
      "How long it keeps what belongs to no run, as far as somebody has set it; the others are usual: " +
        "`historyDays` 400, `maxActs` 200000, `hourlyReportDays` 90, `dailyReportDays` 400",
    ),
  ),
  defaults: v.pipe(
    jsonObject,
    v.description("Options of jobs that do not state them, above the defaults of the configuration"),
  ),
  revision: v.pipe(v.number(), v.description("To be sent with a change, as `If-Match`")),
  updatedBy: v.nullable(v.string()),
  updatedAt: v.nullable(instantOut),
  use: v.pipe(
    v.object({
      apps: v.array(
        v.object({
          app: v.string(),
          jobs: v.number(),
          definitionBytes: v.pipe(
            v.number(),
            v.description("Of its definitions as JSON, with the texts that are in force"),
          ),
          waitingRuns: v.number(),
          waitingBytes: v.pipe(v.number(), v.description("About: by a sample of what waits")),
        }),
      ),
      running: v.pipe(v.number(), v.description("Runs that its workers execute")),
      runsInMinute: v.pipe(v.number(), v.description("Runs that were created in this minute of the clock")),
    }),
    v.description("What it uses now"),
  ),
});

export interface ListedTenantJson extends Omit<ListedTenant, "view" | "isFirst"> {
  /** Where its API and panel are, behind the address of the first tenant's. */
  readonly path: string;
  readonly view: TenantJson | null;
}

export interface TenantsJson {
  readonly items: readonly ListedTenantJson[];
  readonly own: string;
  readonly canAdd: boolean;
}

export const tenantsSchema: Parser<TenantsJson> = wireObject({
  items: v.array(
    v.object({
      tenant: v.string(),
      displayName: v.nullable(v.string()),
      disabled: v.boolean(),
      isFixed: v.pipe(
        v.boolean(),
        v.description("The processes were started with it, so that it cannot be removed"),
      ),
      path: v.pipe(
        v.string(),
        v.description(
          "Where its API and panel are, behind the address of the deployment: empty for the first",
        ),
      ),
      view: v.pipe(
        v.nullable(tenantSchema),
        v.description("What it has and uses, for callers with `deployment:edit`"),
      ),
    }),
  ),
  own: v.pipe(v.string(), v.description("The tenant of this API")),
  canAdd: v.pipe(v.boolean(), v.description("Whether tenants are added and removed through this API")),
});

/** Checked by the scheduler, which names each mistake. */
const given = v.optional(v.any());

const CHANGE_FIELDS = {
  displayName: v.pipe(given, v.description("1 to 100 characters; `null` is none")),
  quotas: v.pipe(
    given,
    v.description('Numbers by name; `null` is unlimited, `"default"` is as the configuration says'),
  ),
};

export const TENANT_CHANGE: Parser<Record<string, unknown>> = strictObject(
  {
    ...CHANGE_FIELDS,
    disabled: v.pipe(given, v.description("Whether it is disabled")),
    requireSecondFactor: v.pipe(given, v.description("Whether people need a second factor")),
    retention: v.pipe(
      given,
      v.description(
        'How long it keeps what belongs to no run: numbers by name, `"default"` for the usual one. History for another ' +
          "time than usual, and reports for longer, need `deployment:edit`",
      ),
    ),
    defaults: v.pipe(given, v.description("All defaults of the tenant: options of jobs by name")),
  },
  "must be an object with displayName, disabled, requireSecondFactor, quotas, retention or defaults",
);

export const NEW_TENANT: Parser<Record<string, unknown> & { readonly tenant: string }> = strictObject(
  { tenant: text(63, 1), ...CHANGE_FIELDS },
  "must be an object with tenant, and displayName and quotas where they are set",
);

export const TENANT_PATH: Parser<{ readonly tenant: string }> = strictObject({ tenant: text(63, 1) });
