import * as v from "valibot";

const A_DAY_MS = 24 * 3_600_000;

/** When a maintenance window is open: for this long after each fire of a cron expression. */
export interface MaintenanceWindow {
  readonly cron: string;
  /** An IANA name. */
  readonly timeZone: string;
  /** A minute to 7 days. */
  readonly durationMs: number;
}

/** A time that comes again, as a request gives it. */
export const maintenanceWindowSchema: v.GenericSchema<unknown, MaintenanceWindow> = v.strictObject({
  cron: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  timeZone: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
  durationMs: v.pipe(v.number(), v.integer(), v.minValue(60_000), v.maxValue(7 * A_DAY_MS)),
});
