import { isMoJobError, JobKind } from "@mojob/core";
import { declareJob, type JobDefaults } from "@mojob/core/engine";
import * as v from "valibot";

const RULE = 'must be a JSON object of option values, like {"retryCount":2,"timeZone":"Asia/Shanghai"}';
const TENANTS_RULE =
  'must be a JSON object of option values by tenant, like {"acme":{"retention":{"maxAgeDays":90}}}';

type ByTenant = Readonly<Record<string, JobDefaults>>;

/** Options of jobs that do not state them. */
export const jobDefaults: v.GenericSchema<string, JobDefaults> = v.pipe(
  v.string(),
  v.check(
    (text) => mistakeIn(parseJson(text)) === null,
    ({ input }) => `${RULE}${mistakeIn(parseJson(input)) ?? ""}`,
  ),
  v.transform((text) => JSON.parse(text) as JobDefaults),
);

/** The same, by tenant. */
export const tenantDefaults: v.GenericSchema<string, ByTenant> = v.pipe(
  v.string(),
  v.check(
    (text) => mistakeOfTenants(parseJson(text)) === null,
    ({ input }) => `${TENANTS_RULE}${mistakeOfTenants(parseJson(input)) ?? ""}`,
  ),
  v.transform((text) => JSON.parse(text) as ByTenant),
);

function mistakeOfTenants(value: unknown): string | null {
  if (!isObject(value)) return "";
  for (const [tenant, defaults] of Object.entries(value)) {
    const mistake = mistakeIn(defaults);
    if (mistake !== null) return `; of tenant "${tenant}"${mistake.replace(/^:/, "") || " it is no object"}`;
  }
  return null;
}

/** The mistake in defaults besides not being an object, behind a colon; `null` where they are right. */
function mistakeIn(value: unknown): string | null {
  if (!isObject(value)) return "";
  try {
    declareJob({ key: "defaults", kind: JobKind.Recurring, options: {}, argsSchema: null }, value);
    return null;
  } catch (error) {
    const issues = isMoJobError(error) ? error.issues : [];
    return issues.length === 0
      ? ""
      : `: ${issues.map(({ pointer, message }) => `"${pointer}" ${message}`).join(", ")}`;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `undefined` for a text that is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
