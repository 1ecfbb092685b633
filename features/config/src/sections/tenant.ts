import { Permission } from "@mojob/core";
import { issueAt, type JobDefaults } from "@mojob/core/engine";
import { NO_TENANT_SETTINGS, parseTenantChange } from "@mojob/core/feature";
import { jsonOf, type JsonObject, type JsonValue } from "@mojob/core/ports";
import { changeOf, isSame } from "../change.ts";
import { readable } from "../config-context.ts";
import { isObject, ordered } from "../document.ts";
import { type ConfigSection, planOf, SectionShape } from "../section.ts";

const { displayName, requireSecondFactor, quotas, retention, defaults } = NO_TENANT_SETTINGS;
/** Whether a tenant is disabled is a state of it, as a pause is of a job. */
const USUAL = jsonOf({ displayName, requireSecondFactor, quotas, retention, defaults }) as JsonObject;

/** The settings of the tenant. */
export const TENANT: ConfigSection = {
  name: "tenant",
  isOfApps: false,
  isFirst: true,

  async read({ scheduler }) {
    const view = await readable(scheduler.settings.get());
    if (view === null) return null;
    const item = itemOf({ ...view, quotas: view.stated });
    return {
      shape: SectionShape.One,
      items: new Map(Object.keys(item).length === 0 ? [] : [[TENANT.name, item]]),
    };
  },

  async plan(value, context, { pointer, issues }) {
    const { scheduler } = context;
    if (!isObject(value)) {
      issues.add(issueAt(pointer, "not_object"));
      return null;
    }
    if ("disabled" in value) {
      issues.add(issueAt(`${pointer}/disabled`, "unknown_name"));
      return null;
    }
    const { stated, revision, ...view } = await scheduler.settings.get();
    const parsed = await issues.within(pointer, () =>
      parseTenantChange(value, "read the settings of the tenant"),
    );
    if (parsed === null) return null;
    const wanted = jsonOf({ ...USUAL, ...parsed }) as JsonObject;
    const before = itemOf({ ...view, quotas: stated });
    const after = itemOf(wanted);
    const change = changeOf(TENANT.name, TENANT.name, before, after);
    if (change === null) return planOf([]);
    if (!context.permits(Permission.EditTenant)) issues.forbid(pointer, Permission.EditTenant, null);
    context.defaults = wanted["defaults"] as JobDefaults;
    const request = {
      ...wanted,
      quotas: over(stated, wanted["quotas"]),
      retention: over(view.retention, wanted["retention"]),
    };
    return planOf([{ change, run: () => scheduler.settings.change(request, [revision]) }]);
  },
};

/** A change after which these values are set, and no others. */
function over(stated: object, wanted: JsonValue | undefined): JsonObject {
  const left = Object.keys(stated).map((name) => [name, "default"] as const);
  return { ...Object.fromEntries(left), ...(wanted as JsonObject) };
}

function itemOf(settings: object): JsonObject {
  const values = settings as JsonObject;
  const stated = Object.keys(USUAL).filter((name) => !isSame(values[name], USUAL[name]));
  return Object.fromEntries(stated.map((name) => [name, ordered(values[name] ?? null)]));
}
