import * as v from "valibot";
import { type IncidentSelector, selectorEntries } from "./selector.ts";

const MOST_SILENCES = 500;
const LONGEST_REASON = 500;
const A_DAY_MS = 24 * 3_600_000;

/** When a maintenance window is open: for this long after each fire of a cron expression. */
export interface MaintenanceWindow {
  readonly cron: string;
  /** An IANA name. */
  readonly timeZone: string;
  /** A minute to 7 days. */
  readonly durationMs: number;
}

/** Incidents of which nobody is notified for a time. */
export interface Silence extends IncidentSelector {
  readonly id: string;
  readonly from: string;
  /** When it ends; `null` for a window that comes again until somebody ends it. */
  readonly until: string | null;
  /** When it comes again; `null` for one that lasts from `from` until `until`. */
  readonly window: MaintenanceWindow | null;
  readonly reason: string;
  readonly by: string | null;
}

const instant = v.pipe(v.string(), v.isoTimestamp());

const windowSchema: v.GenericSchema<unknown, MaintenanceWindow> = v.strictObject({
  cron: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  timeZone: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
  durationMs: v.pipe(v.number(), v.integer(), v.minValue(60_000), v.maxValue(7 * A_DAY_MS)),
});

/** A silence as a request gives it. */
export interface SilenceRequest extends IncidentSelector {
  /** @default now */
  readonly from: Date | null;
  readonly until: Date | null;
  readonly window: MaintenanceWindow | null;
  readonly reason: string;
}

/** Checked against the time besides: see `createSilence`. */
export const silenceRequestSchema: v.GenericSchema<unknown, SilenceRequest> = v.strictObject({
  ...selectorEntries,
  from: v.optional(v.nullable(v.date()), null),
  until: v.optional(v.nullable(v.date()), null),
  window: v.optional(v.nullable(windowSchema), null),
  reason: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(LONGEST_REASON)),
});

/** Silences as they are kept. */
export const silencesSchema: v.GenericSchema<unknown, readonly Silence[]> = v.pipe(
  v.array(
    v.strictObject({
      id: v.pipe(v.string(), v.nonEmpty()),
      ...selectorEntries,
      from: instant,
      until: v.nullable(instant),
      window: v.nullable(windowSchema),
      reason: v.string(),
      by: v.nullable(v.string()),
    }),
  ),
  v.maxLength(MOST_SILENCES),
);
