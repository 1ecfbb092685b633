import * as v from "valibot";
import { type MaintenanceWindow, maintenanceWindowSchema } from "../window/maintenance-window.ts";
import { type IncidentSelector, selectorEntries } from "./selector.ts";

const MOST_SILENCES = 500;
const LONGEST_REASON = 500;

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
  window: v.optional(v.nullable(maintenanceWindowSchema), null),
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
      window: v.nullable(maintenanceWindowSchema),
      reason: v.string(),
      by: v.nullable(v.string()),
    }),
  ),
  v.maxLength(MOST_SILENCES),
);
