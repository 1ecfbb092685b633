import { ImportMistake } from "../import-mistake.ts";
import { DAY_NAMES, type FieldRange, fieldSet, MONTH_NAMES } from "./field-set.ts";
import { type CivilDay, GapRule, OverlapRule, type WallRules } from "./wall-rules.ts";

const SECOND: FieldRange = { name: "second", min: 0, max: 59, wraps: true };
const MINUTE: FieldRange = { name: "minute", min: 0, max: 59, wraps: true };
const HOUR: FieldRange = { name: "hour", min: 0, max: 23, wraps: true };
const DAY: FieldRange = { name: "day of month", min: 1, max: 31, wraps: true };
const MONTH: FieldRange = { name: "month", min: 1, max: 12, names: MONTH_NAMES, wraps: true };
const WEEKDAY: FieldRange = { name: "day of week", min: 1, max: 7, names: DAY_NAMES, wraps: true };
const YEAR: FieldRange = { name: "year", min: 1970, max: 2199 };

type DayTest = (day: CivilDay) => boolean;

/**
 * What an expression means to Quartz, whose class XXL-JOB carries: six or seven fields, seconds first; weekdays from 1 (Sunday); one of
 * the two day fields is `?`. A local time that the clock leaves out does not fire; one that it repeats fires at the second occurrence.
 * @throws ImportMistake where Quartz would refuse it
 */
export function quartzRules(text: string): WallRules {
  const words = text.trim().split(/\s+/);
  if (words.length < 6 || words.length > 7)
    throw new ImportMistake("cron_fields", { wanted: "6-7", count: words.length });
  const [second = "", minute = "", hour = "", day = "", month = "", weekday = "", year = "*"] = words.map(
    (word) => word.toUpperCase(),
  );
  if (isGiven(day) && isGiven(weekday)) throw new ImportMistake("cron_both_days");
  const months = new Set(fieldSet(month, MONTH));
  const years = year === "*" ? null : new Set(fieldSet(year, YEAR));
  const isDay = isGiven(day) ? dayTest(day) : null;
  const isWeekday = isGiven(weekday) ? weekdayTest(weekday) : null;
  return {
    seconds: fieldSet(second, SECOND),
    minutes: fieldSet(minute, MINUTE),
    hours: fieldSet(hour, HOUR),
    matchesDay: (civil) =>
      months.has(civil.month) &&
      (years?.has(civil.year) ?? true) &&
      (isDay?.(civil) ?? true) &&
      (isWeekday?.(civil) ?? true),
    gap: GapRule.Skip,
    overlap: OverlapRule.Second,
  };
}

function isGiven(field: string): boolean {
  return field !== "?" && field !== "*";
}

function dayTest(field: string): DayTest {
  const [, before, workday] = /^L(?:-(\d{1,2}))?(W)?$/.exec(field) ?? [];
  if (field.startsWith("L")) {
    if (!/^L(-\d{1,2})?W?$/.test(field))
      throw new ImportMistake("cron_field", { field: DAY.name, found: field });
    const back = Number(before ?? 0);
    return (civil) => {
      const target = civil.length - back;
      return target >= 1 && civil.day === (workday === undefined ? target : nearestWorkday(civil, target));
    };
  }
  const [, nearest] = /^(\d{1,2})W$/.exec(field) ?? [];
  if (nearest !== undefined) {
    const target = Number(nearest);
    return (civil) =>
      civil.day === (target <= civil.length ? nearestWorkday(civil, target) : overflown(civil, target));
  }
  const days = new Set(fieldSet(field, DAY));
  return ({ day }) => days.has(day);
}

/** Monday to Friday next to a day, without leaving its month. */
function nearestWorkday(civil: CivilDay, target: number): number {
  const weekday = (((civil.weekday + target - civil.day) % 7) + 7) % 7;
  if (weekday === 6) return target === 1 ? 3 : target - 1;
  if (weekday === 0) return target === civil.length ? target - 2 : target + 1;
  return target;
}

/** Quartz looks for the 31st of a month of 30 days on the 1st of the next one: where that is a Saturday, it fires the day before. */
function overflown(civil: CivilDay, target: number): number {
  const weekday = (((civil.weekday + target - civil.day) % 7) + 7) % 7;
  return weekday === 6 ? target - 1 : 0;
}

function weekdayTest(field: string): DayTest {
  if (field === "L") return ({ weekday }) => weekday === 6;
  const [, last] = /^(\d|[A-Z]{3})L$/.exec(field) ?? [];
  if (last !== undefined) {
    const wanted = (fieldSet(last, WEEKDAY)[0] ?? 1) - 1;
    return ({ weekday, day, length }) => weekday === wanted && day > length - 7;
  }
  const [, nth, count] = /^(\d|[A-Z]{3})#([1-5])$/.exec(field) ?? [];
  if (nth !== undefined) {
    const wanted = (fieldSet(nth, WEEKDAY)[0] ?? 1) - 1;
    return ({ weekday, day }) => weekday === wanted && Math.ceil(day / 7) === Number(count);
  }
  const weekdays = new Set(fieldSet(field, WEEKDAY));
  return ({ weekday }) => weekdays.has(weekday + 1);
}
