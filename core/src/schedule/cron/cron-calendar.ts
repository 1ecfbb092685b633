import type { CronFields, MonthDay } from "./cron-fields.ts";

const DAY = 86_400;
/** The Gregorian calendar repeats, weekdays included, after 400 years. */
const CYCLE_DAYS = 146_097;
const CYCLE_YEARS = 400;
/** The epoch was a Thursday. */
const EPOCH_WEEKDAY = 4;
const SHORTEST_MONTH = 28;

/** One month of the calendar; its matching days are the bits 1 to 31 of `days`. */
interface MonthPage {
  /** Days since the epoch of its first. */
  readonly start: number;
  readonly length: number;
  readonly year: number;
  /** 0 to 11. */
  readonly month: number;
  readonly days: number;
}

/** For each value a field can have: the next one that matches (-1 for none), and how many matching ones are below it. */
interface FieldTable {
  readonly next: Int8Array;
  readonly below: Uint8Array;
  readonly first: number;
  readonly size: number;
}

/**
 * The local times a cron expression names, on a clock that never changes: seconds since the epoch as if it were UTC.
 *
 * The proleptic Gregorian calendar; knows nothing of zones.
 */
export class CronCalendar {
  readonly #seconds: FieldTable;
  readonly #minutes: FieldTable;
  readonly #hours: FieldTable;
  readonly #months: ReadonlySet<number>;
  readonly #years: ReadonlySet<number> | null;
  /** The matching days for each first weekday and length a month can have. */
  readonly #shapes: Int32Array;
  #page: MonthPage;

  constructor(fields: CronFields) {
    this.#seconds = createTable(fields.seconds, 60);
    this.#minutes = createTable(fields.minutes, 60);
    this.#hours = createTable(fields.hours, 24);
    this.#months = new Set(fields.months);
    this.#years = fields.years === null ? null : new Set(fields.years);
    this.#shapes = createShapes(fields);
    this.#page = this.#createPage(1970, 0, 0);
  }

  /** The first match in [from, before); `Infinity` when there is none. */
  next(from: number, before: number): number {
    if (!(from < before)) return Infinity;
    const day = Math.floor(from / DAY);
    let page = this.#pageOf(day);
    const date = day - page.start + 1;
    if ((page.days >>> date) & 1) {
      const time = this.#nextTime(from - day * DAY);
      if (time >= 0) return within(day * DAY + time, before);
    }
    let rest = page.days & ~((2 << date) - 1);
    while (rest === 0) {
      page = this.#pageAfter(page);
      if (page.start * DAY >= before) return Infinity;
      rest = page.days;
    }
    this.#page = page;
    const first = 31 - Math.clz32(rest & -rest);
    return within((page.start + first - 1) * DAY + this.#nextTime(0), before);
  }

  /** How many matches [from, before) holds. */
  count(from: number, before: number): number {
    if (!(from < before)) return 0;
    const lastDay = Math.floor(before / DAY);
    const firstDay = Math.floor(from / DAY);
    return (
      this.#countDays(firstDay, lastDay) * this.#timesBelow(DAY) -
      this.#countDays(firstDay, firstDay + 1) * this.#timesBelow(from - firstDay * DAY) +
      this.#countDays(lastDay, lastDay + 1) * this.#timesBelow(before - lastDay * DAY)
    );
  }

  /** Matching days in [from, before), both in days since the epoch. */
  #countDays(from: number, before: number): number {
    let count = 0;
    let page = this.#pageOf(from);
    for (let day = from; day < before;) {
      const end = Math.min(before, page.start + page.length);
      const first = day - page.start + 1;
      count += countBits((page.days >>> first) & (2 ** (end - day) - 1));
      day = end;
      if (day < before) page = this.#pageAfter(page);
    }
    return count;
  }

  #nextTime(time: number): number {
    const hour = Math.floor(time / 3600);
    const minute = Math.floor(time / 60) % 60;
    const { next: hours } = this.#hours;
    const { next: minutes, first: firstMinute } = this.#minutes;
    const { next: seconds, first: firstSecond } = this.#seconds;
    if (hours[hour] === hour) {
      if (minutes[minute] === minute) {
        const second = seconds[time % 60] ?? -1;
        if (second >= 0) return hour * 3600 + minute * 60 + second;
      }
      const later = minutes[minutes[minute] === minute ? minute + 1 : minute] ?? -1;
      if (later >= 0) return hour * 3600 + later * 60 + firstSecond;
    }
    const later = hours[hour + 1] ?? -1;
    return later < 0 ? -1 : later * 3600 + firstMinute * 60 + firstSecond;
  }

  /** Matching times of day before `time`, in seconds from midnight. */
  #timesBelow(time: number): number {
    const hour = Math.floor(time / 3600);
    const minute = Math.floor(time / 60) % 60;
    const inHour = this.#hours.next[hour] === hour ? 1 : 0;
    const inMinute = this.#minutes.next[minute] === minute ? inHour : 0;
    const minutes =
      (this.#hours.below[hour] ?? 0) * this.#minutes.size + inHour * (this.#minutes.below[minute] ?? 0);
    return minutes * this.#seconds.size + inMinute * (this.#seconds.below[time % 60] ?? 0);
  }

  #pageOf(day: number): MonthPage {
    const kept = this.#page;
    if (day >= kept.start && day < kept.start + kept.length) return kept;
    // A local time may lie beyond what a `Date` holds; the same day of another cycle never does.
    const cycles = Math.floor(day / CYCLE_DAYS);
    const date = new Date((day - cycles * CYCLE_DAYS) * DAY * 1000);
    const start = day - date.getUTCDate() + 1;
    this.#page = this.#createPage(date.getUTCFullYear() + cycles * CYCLE_YEARS, date.getUTCMonth(), start);
    return this.#page;
  }

  #pageAfter(page: MonthPage): MonthPage {
    const month = (page.month + 1) % 12;
    return this.#createPage(month === 0 ? page.year + 1 : page.year, month, page.start + page.length);
  }

  #createPage(year: number, month: number, start: number): MonthPage {
    const length = monthLength(year, month);
    const weekday = (((start + EPOCH_WEEKDAY) % 7) + 7) % 7;
    const isListed = this.#months.has(month + 1) && (this.#years?.has(year) ?? true);
    const days = isListed ? (this.#shapes[shapeOf(weekday, length)] ?? 0) : 0;
    return { start, length, year, month, days };
  }
}

function within(match: number, before: number): number {
  return match < before ? match : Infinity;
}

function createTable(values: readonly number[], range: number): FieldTable {
  const next = new Int8Array(range + 1).fill(-1);
  const below = new Uint8Array(range + 1);
  for (const value of values) below.fill((below[value] ?? 0) + 1, value + 1);
  for (const value of values.toReversed()) next.fill(value, 0, value + 1);
  return { next, below, first: values[0] ?? 0, size: values.length };
}

function shapeOf(weekday: number, length: number): number {
  return weekday * 4 + length - SHORTEST_MONTH;
}

function createShapes(fields: CronFields): Int32Array {
  const shapes = new Int32Array(7 * 4);
  for (let first = 0; first < 7; first += 1) {
    for (let length = SHORTEST_MONTH; length <= 31; length += 1) {
      let days = 0;
      for (let date = 1; date <= length; date += 1) {
        if (matchesDay(fields, date, (first + date - 1) % 7, length)) days |= 1 << date;
      }
      shapes[shapeOf(first, length)] = days;
    }
  }
  return shapes;
}

function matchesDay(fields: CronFields, date: number, weekday: number, length: number): boolean {
  const byMonth =
    fields.daysOfMonth.includes(date) ||
    fields.monthDays.some((day) => date === dateOf(day, length, weekday - date));
  const byWeek =
    fields.weekdays.includes(weekday) ||
    (fields.lastWeekdays.includes(weekday) && date > length - 7) ||
    fields.nthWeekdays.some((day) => day.weekday === weekday && day.nth === Math.ceil(date / 7));
  // crontab(5): restricting both widens the days, it does not narrow them.
  if (fields.dayOfMonthRestricted && fields.dayOfWeekRestricted) return byMonth || byWeek;
  return byMonth && byWeek;
}

/** The date of a day in a month; 0 where the month has no such day. `offset` added to a date gives its weekday, modulo 7. */
function dateOf({ from, day, isWorkday }: MonthDay, length: number, offset: number): number {
  const date = from === "start" ? day : length - day;
  if (date < 1 || date > length) return 0;
  if (!isWorkday) return date;
  const weekday = (((date + offset) % 7) + 7) % 7;
  if (weekday === 6) return date === 1 ? 3 : date - 1;
  if (weekday === 0) return date === length ? date - 2 : date + 1;
  return date;
}

function monthLength(year: number, month: number): number {
  if (month === 1) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 3 || month === 5 || month === 8 || month === 10 ? 30 : 31;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
