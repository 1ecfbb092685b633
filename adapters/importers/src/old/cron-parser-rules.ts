import { ImportMistake } from "../import-mistake.ts";
import { DAY_NAMES, type FieldRange, fieldSet, isWhole, MONTH_NAMES } from "./field-set.ts";
import { type CivilDay, GapRule, OverlapRule, type WallRules } from "./wall-rules.ts";
import { ownValue } from "../own-value.ts";

const SECOND: FieldRange = { name: "second", min: 0, max: 59 };
const MINUTE: FieldRange = { name: "minute", min: 0, max: 59 };
export const HOUR: FieldRange = { name: "hour", min: 0, max: 23 };
const DAY: FieldRange = { takesQuestionMark: true, name: "day of month", min: 1, max: 31 };
const MONTH: FieldRange = { name: "month", min: 1, max: 12, names: MONTH_NAMES };
const WEEKDAY: FieldRange = {
  takesQuestionMark: true,
  name: "day of week",
  min: 0,
  max: 7,
  names: DAY_NAMES,
};

export const CRON_PARSER_MACROS: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@hourly": "0 * * * *",
  "@minutely": "* * * * *",
  "@secondly": "* * * * * *",
  "@weekdays": "0 0 * * 1-5",
  "@weekends": "0 0 * * 0,6",
};

/**
 * The rules of an expression in the package with which Agenda and BullMQ read theirs: five or six fields, either of two restricted day
 * fields is enough, and local times that the clock leaves out fire later by the length of the gap.
 * @throws ImportMistake where it cannot be read
 */
export function cronParserRules(text: string): WallRules {
  const words = (ownValue(CRON_PARSER_MACROS, text) ?? text).trim().split(/\s+/);
  if (words.length < 5 || words.length > 6)
    throw new ImportMistake("cron_fields", { wanted: "5-6", count: words.length });
  if (words.length === 5) words.unshift("0");
  const [second = "", minute = "", hour = "", day = "", month = "", weekday = ""] = words;
  const hours = fieldSet(hour, HOUR);
  const months = new Set(fieldSet(month, MONTH));
  const isDay = dayTest(day);
  const isWeekday = weekdayTest(weekday);
  return {
    seconds: fieldSet(second, SECOND),
    minutes: fieldSet(minute, MINUTE),
    hours,
    matchesDay: (civil) => {
      if (!months.has(civil.month)) return false;
      if (isDay === null || isWeekday === null) return (isDay ?? isWeekday)?.(civil) ?? true;
      return isDay(civil) || isWeekday(civil);
    },
    gap: GapRule.Shift,
    overlap: (repeated) => {
      if (isWhole(hours, HOUR)) return OverlapRule.Both;
      return repeated === 0 ? OverlapRule.Second : OverlapRule.First;
    },
  };
}

type DayTest = (day: CivilDay) => boolean;

/** `null` for a field that restricts nothing. */
function dayTest(field: string): DayTest | null {
  if (field === "*" || field === "?") return null;
  const items = field.toUpperCase().split(",");
  const days = items.flatMap((item) => (item === "L" ? [] : fieldSet(item, DAY)));
  return ({ day, length }) => days.includes(day) || (items.includes("L") && day === length);
}

function weekdayTest(field: string): DayTest | null {
  if (field === "*" || field === "?") return null;
  const words = field.toUpperCase().split(",");
  const nth = words.length > 1 ? words.find((word) => word.includes("#")) : undefined;
  if (nth !== undefined)
    throw new ImportMistake("cron_field", { field: WEEKDAY.name, found: field.slice(0, 40) });
  const items = words.map(weekdayItem);
  return ({ weekday, day, length }) =>
    items.some(
      ({ weekdays, nth, isLast }) =>
        weekdays.includes(weekday) &&
        (nth === null || Math.ceil(day / 7) === nth) &&
        (!isLast || day > length - 7),
    );
}

function weekdayItem(item: string): { weekdays: readonly number[]; nth: number | null; isLast: boolean } {
  const [, base = item, nth] = /^(.+)#([1-5])$/.exec(item) ?? [];
  const isLast = nth === undefined && /^\dL$/.test(item);
  const weekdays = fieldSet(isLast ? item.slice(0, 1) : base, WEEKDAY).map((value) => value % 7);
  return { weekdays, nth: nth === undefined ? null : Number(nth), isLast };
}
