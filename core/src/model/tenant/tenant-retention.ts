import * as v from "valibot";
import { wanted } from "../../base/issue/issue.ts";

/** How long a tenant keeps what belongs to no run: what people did, and the sums of its reports. */
export interface TenantRetention {
  /** Days for which the history of what people did is kept. @default 400 */
  readonly historyDays: number;
  /** Most acts in the history: the oldest go first. @default 200_000 */
  readonly maxActs: number;
  /** Days for which reports by the hour can be made. @default 90 */
  readonly hourlyReportDays: number;
  /** Days for which reports by the day can be made. @default 400 */
  readonly dailyReportDays: number;
}

interface RetentionRule {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/** Some days longer than 13 months, so that a month can be compared with the same one of the last year. */
const THIRTEEN_MONTHS = 400;
const TEN_YEARS = 3660;

/** By name, the values that each may have, and the one without a setting. */
export const TENANT_RETENTION: Readonly<Record<keyof TenantRetention, RetentionRule>> = {
  historyDays: { least: 30, most: TEN_YEARS, usual: THIRTEEN_MONTHS },
  maxActs: { least: 1000, most: 10_000_000, usual: 200_000 },
  hourlyReportDays: { least: 8, most: TEN_YEARS, usual: 90 },
  dailyReportDays: { least: 31, most: TEN_YEARS, usual: THIRTEEN_MONTHS },
};

/** Each of them, in the order in which people see them. */
export const TENANT_RETENTION_NAMES = Object.keys(TENANT_RETENTION) as readonly (keyof TenantRetention)[];

/** The values in force where these are set. */
export function resolveTenantRetention(stated: Partial<TenantRetention>): TenantRetention {
  const values = TENANT_RETENTION_NAMES.map((name) => [name, stated[name] ?? TENANT_RETENTION[name].usual]);
  return Object.fromEntries(values) as TenantRetention;
}

/** Values as they are stored. */
export const storedTenantRetention: v.GenericSchema<unknown, Partial<TenantRetention>> = v.object(
  fieldsOf(() => v.exactOptional(v.number())),
);

/** A change as a request has it: numbers by name, and `"default"` for the usual value. */
export const tenantRetentionChange: v.GenericSchema<
  unknown,
  Readonly<Partial<Record<keyof TenantRetention, number | "default" | undefined>>>
> = v.strictObject(
  fieldsOf((name) => {
    const { least, most } = TENANT_RETENTION[name];
    return v.optional(
      v.union(
        [v.literal("default"), v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))],
        wanted("out_of_range", { min: least, max: most }),
      ),
    );
  }),
  wanted("not_object"),
);

function fieldsOf<Field>(
  fieldOf: (name: keyof TenantRetention) => Field,
): Record<keyof TenantRetention, Field> {
  const fields = TENANT_RETENTION_NAMES.map((name) => [name, fieldOf(name)]);
  return Object.fromEntries(fields) as Record<keyof TenantRetention, Field>;
}
