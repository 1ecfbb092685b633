import type { CalendarRange } from "./calendar-search.ts";

/** A civil day as it is shown: in the browser's zone, or in UTC. */
export interface CalendarDay {
  /** `2026-11-30`. */
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

/** What the calendar shows at once. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
  readonly days: readonly CalendarDay[];
}

const AN_HOUR_MS = 3_600_000;
const A_DAY_MS = 24 * AN_HOUR_MS;

interface Civil {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  /** 0 is Monday. */
  readonly weekday: number;
}

/** The parts of an instant on the clocks that are shown. */
export function civilOf(at: Date, isUtc: boolean): Civil {
  const weekday = isUtc ? at.getUTCDay() : at.getDay();
  return {
    year: isUtc ? at.getUTCFullYear() : at.getFullYear(),
    month: isUtc ? at.getUTCMonth() : at.getMonth(),
    day: isUtc ? at.getUTCDate() : at.getDate(),
    hour: isUtc ? at.getUTCHours() : at.getHours(),
    weekday: (weekday + 6) % 7,
  };
}

/** The beginning of a day, which may be counted beyond its month. */
function midnight(year: number, month: number, day: number, isUtc: boolean): Date {
  return isUtc ? new Date(Date.UTC(year, month, day)) : new Date(year, month, day);
}

/** The hour, day, week, month or year that an instant is in. */
export function periodOf(range: CalendarRange, at: Date, isUtc: boolean): Period {
  const { year, month, day, weekday } = civilOf(at, isUtc);
  const on = (y: number, m: number, d: number): Date => midnight(y, m, d, isUtc);
  switch (range) {
    case "hour": {
      const from = new Date(Math.floor(at.getTime() / AN_HOUR_MS) * AN_HOUR_MS);
      return { from, to: new Date(from.getTime() + AN_HOUR_MS), days: daysOf(from, 1, isUtc) };
    }
    case "day":
      return ofDays(on(year, month, day), 1, isUtc);
    case "week":
      return ofDays(on(year, month, day - weekday), 7, isUtc);
    case "month":
      return ofDays(on(year, month, 1), lengthOfMonth(year, month), isUtc);
    case "year":
      return {
        from: on(year, 0, 1),
        to: on(year + 1, 0, 1),
        days: daysOf(on(year, 0, 1), lengthOfYear(year), isUtc),
      };
  }
}

/** Twelve months, from the one that an instant is in. */
export function monthsFrom(at: Date, isUtc: boolean): Period {
  const { year, month } = civilOf(at, isUtc);
  const from = midnight(year, month, 1, isUtc);
  const count = Math.round((midnight(year + 1, month, 1, isUtc).getTime() - from.getTime()) / A_DAY_MS);
  return ofDays(from, count, isUtc);
}

/** An instant in the period before or after. */
export function step(range: CalendarRange, at: Date, by: 1 | -1, isUtc: boolean): Date {
  const { from, to } = periodOf(range, at, isUtc);
  return by === 1 ? to : new Date(from.getTime() - 1);
}

function ofDays(from: Date, count: number, isUtc: boolean): Period {
  const days = daysOf(from, count, isUtc);
  return { from, to: days.at(-1)?.to ?? from, days };
}

function daysOf(from: Date, count: number, isUtc: boolean): readonly CalendarDay[] {
  const { year, month, day } = civilOf(from, isUtc);
  return Array.from({ length: count }, (_, index) => {
    const begin = midnight(year, month, day + index, isUtc);
    return { name: dayName(begin, isUtc), from: begin, to: midnight(year, month, day + index + 1, isUtc) };
  });
}

export function dayName(at: Date, isUtc: boolean): string {
  const { year, month, day } = civilOf(at, isUtc);
  return `${year}-${String(month + 1).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function lengthOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

function lengthOfYear(year: number): number {
  return lengthOfMonth(year, 1) + 337;
}
