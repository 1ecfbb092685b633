import {
  CalendarBeyond,
  CalendarDays,
  CalendarPeriod,
  type NthWorkday,
  type ScheduleCalendar,
} from "../../model/option/value/schedule-calendar.ts";
import type { TimeZone } from "../cron/time-zone.ts";
import type { ClosedStretch } from "./without-stretches.ts";
import type { CalendarDay, WorkCalendar } from "./work-calendar.ts";

const DAY = 86_400;
/** As far as an allowed or a closed day is looked for at once. */
const MOST_DAYS = 400;
/** The epoch was a Thursday; weeks begin on Monday. */
const EPOCH_OFFSET = 3;

/** The days of a zone on which a schedule fires. Days are whole days since 1970-01-01, which may begin later than at midnight. */
export class DayRule {
  readonly #option: ScheduleCalendar;
  readonly #calendar: WorkCalendar;
  readonly #zone: TimeZone;
  readonly #nthDays = new Map<number, number | null>();
  /** Seconds after midnight. */
  readonly startsAt: number;

  constructor(option: ScheduleCalendar, calendar: WorkCalendar, zone: TimeZone) {
    this.#option = option;
    this.#calendar = calendar;
    this.#zone = zone;
    this.startsAt = secondsOf(option.dayStartsAt ?? "00:00");
  }

  /** The day that an instant belongs to. */
  dayOf(instant: Date): number {
    const seconds = Math.floor(instant.getTime() / 1000);
    return Math.floor((seconds + this.#zone.spanAt(seconds).offset - this.startsAt) / DAY);
  }

  /** The first instant after the day that an instant belongs to; where the clocks change in between, perhaps that of the change. */
  dayEndAfter(instant: Date): Date {
    const seconds = Math.floor(instant.getTime() / 1000);
    const { to, offset } = this.#zone.spanAt(seconds);
    const end = (this.dayOf(instant) + 1) * DAY + this.startsAt - offset;
    return new Date(Math.min(end, to) * 1000);
  }

  /** What the calendar says of a day. */
  dayAt(day: number): CalendarDay {
    return this.#calendar.dayAt(day);
  }

  /** Whether the schedule may fire on a day. */
  allows(day: number): boolean {
    const { on = CalendarDays.Workday } = this.#option;
    if (typeof on === "object") return this.#nthDayOf(day, on) === day;
    if (this.isHeld(day)) return false;
    return this.#calendar.dayAt(day).works === (on === CalendarDays.Workday);
  }

  /** Whether the calendar does not know a day, and the schedule wants one that is known. */
  isHeld(day: number): boolean {
    return this.#option.beyond === CalendarBeyond.Hold && this.#calendar.dayAt(day).isEstimated;
  }

  /** The first stretch of days that are not allowed, of those that end after an instant; an empty one where none is near. */
  closedAfter(instant: Date): ClosedStretch {
    let cursor = Math.floor(instant.getTime() / 1000);
    const last = cursor + MOST_DAYS * DAY;
    const heldFrom = this.#heldFrom();
    let from: number | null = null;
    while (cursor < last) {
      const { to, offset } = this.#zone.spanAt(cursor);
      const day = Math.floor((cursor + offset - this.startsAt) / DAY);
      if (day >= heldFrom) return { from: new Date((from ?? cursor) * 1000), until: null };
      if (this.allows(day)) {
        if (from !== null) break;
      } else from ??= cursor;
      cursor = Math.min((day + 1) * DAY + this.startsAt - offset, to);
    }
    return { from: new Date((from ?? cursor) * 1000), until: new Date(cursor * 1000) };
  }

  /** The first day of those that are held for ever. */
  #heldFrom(): number {
    const { knownTo } = this.#calendar;
    return this.#option.beyond !== CalendarBeyond.Hold || knownTo === null ? Infinity : knownTo + 1;
  }

  #nthDayOf(day: number, { nth, of }: NthWorkday): number | null {
    const [first, last] = periodOf(day, of);
    const known = this.#nthDays.get(first);
    if (known !== undefined) return known;
    const found = this.#findNth(first, last, nth);
    this.#nthDays.set(first, found);
    return found;
  }

  #findNth(first: number, last: number, nth: number): number | null {
    const workdays: number[] = [];
    for (let day = first; day <= last; day += 1) {
      if (this.isHeld(day)) return null;
      if (this.#calendar.dayAt(day).works) workdays.push(day);
    }
    return workdays.at(nth > 0 ? nth - 1 : nth) ?? null;
  }
}

/** The first and the last day of the period that a day is in. */
function periodOf(day: number, of: CalendarPeriod): readonly [number, number] {
  if (of === CalendarPeriod.Week) {
    const first = day - ((((day + EPOCH_OFFSET) % 7) + 7) % 7);
    return [first, first + 6];
  }
  const date = new Date(day * DAY * 1000);
  const months = of === CalendarPeriod.Month ? 1 : 3;
  const month = Math.floor(date.getUTCMonth() / months) * months;
  const dayNumber = (of: number): number => Date.UTC(date.getUTCFullYear(), of, 1) / DAY / 1000;
  return [dayNumber(month), dayNumber(month + months) - 1];
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 3600 + minutes * 60;
}
