import { CalendarDayKind, invalidInput, issueAt } from "@mojob/core/engine";
import ical from "ical.js";
import { civilDayOf, dayNumberOf } from "../days/civil-day.ts";
import type { ImportedDays } from "./imported-days.ts";

/** What calendars of holidays call a day that is worked although its weekday is off. */
const WORKED = /班|补课|make-?up|working ?day|workday/i;
/** Days of one event, and dates of one that comes again. */
const MOST_DAYS = 400;
const MOST_DATES = 200;
/** A yearly event without an end is followed so far from its beginning. */
const MOST_YEARS = 15;

/**
 * The whole days of the events of an iCalendar file (RFC 5545): days off, and days of work where an event's summary says so (`班`, `make-up`,
 * `working day`). Events with a time of day are ignored.
 * @throws MoJobError `invalid_argument` for a text that is no iCalendar
 */
export function readIcs(text: string, doing: string): ImportedDays {
  const days: Record<string, CalendarDayKind> = {};
  const names: Record<string, string> = {};
  let ignored = 0;
  for (const event of eventsOf(text, doing)) {
    const found = daysOf(event);
    if (found.length === 0) ignored += 1;
    const name = (event.summary ?? "").replaceAll(/\s+/g, " ").trim().slice(0, 100);
    const kind = WORKED.test(name) ? CalendarDayKind.Work : CalendarDayKind.Off;
    for (const day of found) {
      // A day that one event works is worked, whatever a longer holiday around it says.
      if (days[day] === CalendarDayKind.Work) continue;
      days[day] = kind;
      if (name !== "") names[day] = name;
    }
  }
  return { days: { days, names }, ignored };
}

function eventsOf(text: string, doing: string): readonly ical.Event[] {
  try {
    const root = ical.Component.fromString(text);
    return root.getAllSubcomponents("vevent").map((component) => new ical.Event(component));
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : "it is no iCalendar";
    throw invalidInput(doing, [issueAt("/text", "unreadable_source", { reason, line: null })]);
  }
}

function daysOf(event: ical.Event): readonly string[] {
  const { startDate, endDate } = event;
  if (startDate === null || startDate === undefined || !startDate.isDate) return [];
  const first = dayNumberOf(startDate.toString());
  if (!Number.isInteger(first)) return [];
  const end = endDate?.isDate ? dayNumberOf(endDate.toString()) : first + 1;
  const length = Math.min(Math.max(end - first, 1), MOST_DAYS);
  return startsOf(event, first).flatMap((start) =>
    Array.from({ length }, (_, index) => civilDayOf(start + index)),
  );
}

function startsOf(event: ical.Event, first: number): readonly number[] {
  if (!event.isRecurring()) return [first];
  const starts: number[] = [];
  const dates = event.iterator();
  for (let next = dates.next(); next !== undefined && next !== null; next = dates.next()) {
    const start = dayNumberOf(next.toString());
    if (starts.length >= MOST_DATES || start > first + MOST_YEARS * 366) break;
    starts.push(start);
  }
  return starts;
}
