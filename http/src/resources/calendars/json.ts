import {
  type Calendar,
  CalendarDayKind,
  type CalendarDetail,
  type CalendarFires,
  type CalendarPreview,
} from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";
import { toWire, type Wire, wireObject } from "../../schema/wire.ts";

export type CalendarJson = Wire<Omit<Calendar, "tenant">>;

const days = v.record(v.string(), v.picklist(Object.values(CalendarDayKind)));
const names = v.record(v.string(), v.string());

const CALENDAR_FIELDS = {
  key: v.pipe(v.string(), v.description("Names it for ever, in the options of jobs")),
  revision: v.pipe(v.number(), v.description("The ETag: counts its changes from 1")),
  name: v.string(),
  weekend: v.pipe(v.array(v.number()), v.description("The weekdays that are off: 1 is Monday, 7 is Sunday")),
  extends: v.pipe(
    v.array(v.string()),
    v.description("Calendars whose days hold where it says nothing, the first before the others"),
  ),
  days: v.pipe(days, v.description("By civil day, such as `2026-02-14`")),
  names: v.pipe(names, v.description("What days are called, by civil day")),
  coveredFrom: v.nullable(v.string()),
  coveredTo: v.pipe(
    v.nullable(v.string()),
    v.description(
      "The last day that it knows: days beyond are estimated by their weekday; `null` is without an end",
    ),
  ),
  source: v.pipe(v.nullable(v.string()), v.description("Where its days came from")),
  createdAt: instantOut,
  changedAt: instantOut,
  changedBy: v.pipe(v.nullable(v.string()), v.description("`null` is the program itself")),
};

export const calendarSchema: Parser<CalendarJson> = wireObject(CALENDAR_FIELDS);

/** A calendar in a list, which has the number of its days alone. */
export type CalendarItemJson = Omit<CalendarJson, "days" | "names"> & { readonly dayCount: number };

const { days: _days, names: _names, ...ofItem } = CALENDAR_FIELDS;

export const calendarItemSchema: Parser<CalendarItemJson> = wireObject({
  ...ofItem,
  dayCount: v.pipe(v.number(), v.description("How many days it says something of by itself")),
});

export function calendarItemJson(calendar: Calendar): CalendarItemJson {
  const { days: own, names: _, ...rest } = calendarJson(calendar);
  return { ...rest, dayCount: Object.keys(own).length };
}

export type CalendarPreviewJson = Wire<CalendarPreview>;

const counts = {
  moved: v.pipe(v.number(), v.description("Fires that begin at another time")),
  removed: v.pipe(v.number(), v.description("Fires that are not owed any more")),
  added: v.pipe(v.number(), v.description("Fires that are owed besides")),
};

export const calendarPreviewSchema: Parser<CalendarPreviewJson> = wireObject({
  ...counts,
  changed: v.pipe(v.number(), v.description("How many jobs have other fires")),
  jobs: v.pipe(
    v.array(
      v.object({
        jobKey: v.string(),
        ...counts,
        first: v.pipe(
          v.array(v.object({ from: v.nullable(instantOut), to: v.nullable(instantOut) })),
          v.description(
            "Its first changes: `from` is `null` for a fire that is added, `to` for one that is removed",
          ),
        ),
      }),
    ),
    v.description("Those that the caller reads, with most changes first; at most 20"),
  ),
});

export const inheritedSchema: Parser<CalendarDetail["inherited"]> = v.pipe(
  v.object({ days, names }),
  v.description("What it has from the calendars that it extends, and does not say itself"),
);

const namedDay = v.object({ day: v.string(), name: v.nullable(v.string()) });

/** What a calendar makes of times that are previewed. */
export const calendarFiresSchema: Parser<Wire<CalendarFires>> = v.object({
  fires: v.array(
    v.object({
      at: instantOut,
      nominal: v.pipe(instantOut, v.description("The time that the schedule names")),
      movedBy: v.pipe(v.nullable(namedDay), v.description("The day that it was moved away from")),
      isEstimated: v.pipe(v.boolean(), v.description("Whether the calendar does not know its day")),
      together: v.pipe(v.number(), v.description("How many times that the schedule names are this one fire")),
    }),
  ),
  skipped: v.pipe(
    v.array(namedDay),
    v.description(
      "Days up to the last time on which the schedule names a time and does not fire; at most 20",
    ),
  ),
});

export function calendarJson(calendar: Calendar): CalendarJson {
  const { tenant: _, ...shown } = toWire(calendar);
  return shown;
}
