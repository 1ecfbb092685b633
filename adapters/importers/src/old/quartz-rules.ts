import { ImportMistake } from "../import-mistake.ts";
import { DAY_NAMES, type FieldRange, fieldSet, MONTH_NAMES } from "./field-set.ts";
import { type CivilDay, GapRule, OverlapRule, type WallRules } from "./wall-rules.ts";

const SECOND: FieldRange = { name: "second", min: 0, max: 59, wraps: true, ignoresZeroStep: true };
const MINUTE: FieldRange = { name: "minute", min: 0, max: 59, wraps: true, ignoresZeroStep: true };
const HOUR: FieldRange = { name: "hour", min: 0, max: 23, wraps: true, ignoresZeroStep: true };
const DAY: FieldRange = { name: "day of month", min: 1, max: 31, wraps: true, ignoresZeroStep: true };
const MONTH: FieldRange = {
  name: "month",
  min: 1,
  max: 12,
  names: MONTH_NAMES,
  wraps: true,
  ignoresZeroStep: true,
};
const WEEKDAY: FieldRange = {
  takesQuestionMark: true,
  name: "day of week",
  min: 1,
  max: 7,
  names: DAY_NAMES,
  wraps: true,
  ignoresZeroStep: true,
};
const YEAR: FieldRange = { name: "year", min: 1970, max: 2199 };

type DayTest = (day: CivilDay) => boolean;

/**
 * The rules of an expression in Quartz, whose class XXL-JOB carries: six or seven fields, seconds first; weekdays from 1 (Sunday); one of
 * the two day fields is `?`. A local time that the clock leaves out does not fire; one that it repeats fires at the second occurrence.
 * @throws ImportMistake where Quartz would refuse it
 */
export function quartzRules(text: string): WallRules {
  return rulesBy(text, QUARTZ);
}

/**
 * The rules of an expression in cron-utils, with which PowerJob reads Quartz's: a step after a name counts. Ranges that run on past the end
 * and the workday of a day that months may not have are read as something else there. @throws ImportMistake for those, and where cron-utils
 * would refuse it
 */
export function cronUtilsRules(text: string): WallRules {
  return rulesBy(text, CRON_UTILS);
}

/** How one library reads the expressions of Quartz. */
interface Library {
  /** In the order of an expression. */
  readonly fields: readonly [
    FieldRange,
    FieldRange,
    FieldRange,
    FieldRange,
    FieldRange,
    FieldRange,
    FieldRange,
  ];
  /** Names go with names alone, and a step after them is ignored. */
  readonly readsThreeLetters: boolean;
  /** `31W` and `L-2W` are known. */
  readonly hasAllWorkdays: boolean;
  readonly overlapOf: (minutes: readonly number[], hours: readonly number[]) => WallRules["overlap"];
}

const QUARTZ: Library = {
  fields: [SECOND, MINUTE, HOUR, DAY, MONTH, WEEKDAY, YEAR],
  readsThreeLetters: true,
  hasAllWorkdays: true,
  overlapOf: () => () => OverlapRule.Second,
};
const CRON_UTILS: Library = {
  fields: QUARTZ.fields.map((field) => ({
    ...field,
    wraps: false,
    ignoresZeroStep: false,
  })) as unknown as Library["fields"],
  readsThreeLetters: false,
  hasAllWorkdays: false,
  // It goes on by time that passes, and so comes to the hour again from a fire within it, or from the one before the next hour's.
  overlapOf: (minutes, hours) => (repeated) =>
    minutes.length > 1 || hours.includes(repeated + 1) ? OverlapRule.Both : OverlapRule.First,
};

function rulesBy(text: string, library: Library): WallRules {
  const [SECONDS, MINUTES, HOURS, DAYS, MONTHS, WEEKDAYS, YEARS] = library.fields;
  const setOf = library.readsThreeLetters ? quartzSet : fieldSet;
  const words = text.trim().split(/\s+/);
  if (words.length < 6 || words.length > 7)
    throw new ImportMistake("cron_fields", { wanted: "6-7", count: words.length });
  const [second = "", minute = "", hour = "", day = "", month = "", weekday = "", year = "*"] = words.map(
    (word) => word.toUpperCase(),
  );
  if ((day === "?") === (weekday === "?")) throw new ImportMistake("cron_both_days");
  const months = new Set(setOf(month, MONTHS));
  const years = year === "*" ? null : new Set(setOf(year, YEARS));
  if (!library.hasAllWorkdays && /^(?:29|30|31|L-\d+)W$/.test(day))
    throw new ImportMistake("cron_field", { field: DAYS.name, found: day });
  const isDay = isGiven(day) ? dayTest(day, DAYS, setOf) : null;
  const isWeekday = isGiven(weekday) ? weekdayTest(weekday, WEEKDAYS, setOf) : null;
  const [minutes, hours] = [setOf(minute, MINUTES), setOf(hour, HOURS)];
  return {
    seconds: setOf(second, SECONDS),
    minutes,
    hours,
    matchesDay: (civil) =>
      months.has(civil.month) &&
      (years?.has(civil.year) ?? true) &&
      (isDay?.(civil) ?? true) &&
      (isWeekday?.(civil) ?? true),
    gap: GapRule.Skip,
    overlap: library.overlapOf(minutes, hours),
  };
}

/** Quartz reads on after the third letter, so names go with names alone. */
function quartzSet(text: string, field: FieldRange): readonly number[] {
  const words = asQuartzReads(text);
  const mixed = words.split(",").find((item) => /^(?:[A-Z]{3}-\d|\d+-[A-Z])/.test(item));
  if (mixed !== undefined) throw new ImportMistake("cron_field", { field: field.name, found: mixed });
  return fieldSet(words, field);
}

/** A field in capitals without what Quartz ignores: `MON/2` is `MON`, `JAN-JUN/3` is `JAN-JUN`, and `1-5/0` is `1`. */
export function asQuartzReads(field: string): string {
  return field
    .split(",")
    .map((item) => item.replace(/^([A-Z]{3}(?:-[A-Z]{3})?)\/\d+$/, "$1").replace(/^(\d+)-\d+\/0+$/, "$1"))
    .join(",");
}

function isGiven(field: string): boolean {
  return field !== "?" && field !== "*";
}

function dayTest(field: string, range: FieldRange, setOf: typeof fieldSet): DayTest {
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
  const days = new Set(setOf(field, range));
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

function weekdayTest(field: string, range: FieldRange, setOf: typeof fieldSet): DayTest {
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
  const weekdays = new Set(setOf(field, range));
  return ({ weekday }) => weekdays.has(weekday + 1);
}
