import { ImportMistake } from "../import-mistake.ts";
import { DAY_NAMES, type FieldRange, fieldSet, MONTH_NAMES } from "./field-set.ts";
import { type CivilDay, GapRule, OverlapRule, type WallRules } from "./wall-rules.ts";

const SECOND: FieldRange = { name: "second", min: 0, max: 59 };
const MINUTE: FieldRange = { name: "minute", min: 0, max: 59 };
const HOUR: FieldRange = { name: "hour", min: 0, max: 23 };
const DAY: FieldRange = { name: "day of month", min: 1, max: 31 };
const MONTH: FieldRange = { name: "month", min: 1, max: 12, names: MONTH_NAMES };
const WEEKDAY: FieldRange = { name: "day of week", min: 0, max: 7, names: DAY_NAMES };

/** The fields with the seconds first, in their order. */
export const CRONITER_FIELDS: readonly FieldRange[] = [SECOND, MINUTE, HOUR, DAY, MONTH, WEEKDAY];

type DayTest = (day: CivilDay) => boolean;

/**
 * The rules of an expression in croniter, with which Airflow reads its own: either of two restricted day fields is enough, and a field that
 * has a `*`, also in a list, restricts nothing. Forms that only croniter reads so are refused: `5-5`, which is everything there, a step
 * after a single weekday, and `1#2` and `L5` beside days, of which it wants both. Seconds come first here. @throws ImportMistake
 */
export function croniterRules(text: string): WallRules {
  const words = text.trim().split(/\s+/);
  if (words.length < 5 || words.length > 6)
    throw new ImportMistake("cron_fields", { wanted: "5-6", count: words.length });
  if (words.length === 5) words.unshift("0");
  const [second = "", minute = "", hour = "", day = "", month = "", weekday = ""] = words;
  const months = new Set(valuesOf(month, MONTH));
  const { isDay, isWeekday } = restrictionsOf(day, weekday);
  if (/#|^L/i.test(weekday) && isDay !== null) throw mistake(WEEKDAY, weekday);
  const [minutes, hours] = [valuesOf(minute, MINUTE), valuesOf(hour, HOUR)];
  // Airflow means the time of the clock only where there is one.
  const isFixed = minutes.length === 1 && hours.length === 1;
  return {
    seconds: valuesOf(second, SECOND),
    minutes,
    hours,
    matchesDay: (civil) => {
      if (!months.has(civil.month)) return false;
      if (isDay === null || isWeekday === null) return (isDay ?? isWeekday)?.(civil) ?? true;
      return isDay(civil) || isWeekday(civil);
    },
    gap: isFixed ? GapRule.Shift : GapRule.Elapsed,
    overlap: () => OverlapRule.Second,
  };
}

/** @throws ImportMistake also for a range of one value, which croniter takes for the whole field */
export function valuesOf(text: string, field: FieldRange): readonly number[] {
  for (const item of text.split(",")) {
    const [, from = "", to = ""] = /^(\w+)-(\w+)(?:\/\d+)?$/.exec(item) ?? [];
    if (from !== "" && fieldSet(from, field)[0] === fieldSet(to, field)[0]) throw mistake(field, item);
  }
  return fieldSet(text, field);
}

function mistake({ name }: FieldRange, found: string): ImportMistake {
  return new ImportMistake("cron_field", { field: name, found: found.slice(0, 40) });
}

/**
 * The restrictions of the two fields of days; a field that names every day counts as `*` beside one in which a `*` stands, and else as a
 * restriction.
 */
export function restrictionsOf(
  day: string,
  weekday: string,
): { readonly isDay: DayTest | null; readonly isWeekday: DayTest | null; readonly isEveryDay: boolean } {
  const [isDay, isWeekday] = [dayTest(day), weekdayTest(weekday)];
  const everyDay = isDay?.collapses === true && weekday.includes("*");
  const everyWeekday = isWeekday?.collapses === true && day.includes("*");
  const [byDay, byWeekday] = [everyDay ? null : isDay, everyWeekday ? null : isWeekday];
  const isEveryDay = byDay?.isWhole === true || byWeekday?.isWhole === true;
  return { isDay: byDay?.test ?? null, isWeekday: byWeekday?.test ?? null, isEveryDay };
}

interface Restriction {
  readonly test: DayTest;
  readonly isWhole: boolean;
  /** Whether it counts as `*` beside one: croniter counts what the list has, the last day among it. */
  readonly collapses: boolean;
}

/** `null` for a field with a `*` that stands for itself. */
function dayTest(field: string): Restriction | null {
  const items = field.toUpperCase().split(",");
  const days = new Set(items.flatMap((item) => (item === "L" ? [] : valuesOf(item, DAY))));
  if (items.includes("*")) return null;
  const test: DayTest = ({ day, length }) => days.has(day) || (items.includes("L") && day === length);
  const isWhole = days.size === 31;
  return { test, isWhole, collapses: isWhole && !items.includes("L") };
}

function weekdayTest(field: string): Restriction | null {
  const items = field.toUpperCase().split(",");
  const special = items.filter((item) => /#|^L/.test(item));
  if (special.length > 0 && special.length < items.length) throw mistake(WEEKDAY, field);
  if (special.length > 0) {
    const tests = special.map(specialWeekday);
    return { test: (civil) => tests.some((isThat) => isThat(civil)), isWhole: false, collapses: false };
  }
  const single = items.find((item) => /^\w+\/\d+$/.test(item));
  if (single !== undefined) throw mistake(WEEKDAY, single);
  const weekdays = new Set(valuesOf(field, WEEKDAY).map((value) => value % 7));
  if (items.includes("*")) return null;
  const isWhole = weekdays.size === 7;
  return { test: ({ weekday }) => weekdays.has(weekday), isWhole, collapses: isWhole };
}

/** `1#2` is the second Monday, `L5` the last Friday. */
function specialWeekday(item: string): DayTest {
  const [, last] = /^L([0-7])$/.exec(item) ?? [];
  if (last !== undefined)
    return ({ weekday, day, length }) => weekday === Number(last) % 7 && day > length - 7;
  const [, base = "", nth] = /^(\w+)#([1-5])$/.exec(item) ?? [];
  if (nth === undefined) throw mistake(WEEKDAY, item);
  const wanted = (fieldSet(base, WEEKDAY)[0] ?? 0) % 7;
  return ({ weekday, day }) => weekday === wanted && Math.ceil(day / 7) === Number(nth);
}
