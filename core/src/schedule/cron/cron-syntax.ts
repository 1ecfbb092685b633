import { CronDialect } from "../../model/cron/cron-dialect.ts";
import { DAY_OF_MONTH, type FieldSyntax, fieldsOf, YEAR } from "./cron-field-syntax.ts";
import type { MonthDay } from "./cron-fields.ts";
import { clip, cronMistake } from "./cron-mistake.ts";

/** One item of a field's list, checked, in words cron-parser reads the same way. */
export interface CronItem {
  readonly text: string;
  /** Where it begins in the expression, from 0. */
  readonly offset: number;
  /** It stands for an interval: `*`, `?` or anything with a step. */
  readonly interval: boolean;
  /** A day that cron-parser is not asked for. */
  readonly monthDay?: MonthDay;
}

const MACROS: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 0 1 1 *"],
  ["@annually", "0 0 0 1 1 *"],
  ["@monthly", "0 0 0 1 * *"],
  ["@weekly", "0 0 0 * * 0"],
  ["@daily", "0 0 0 * * *"],
  ["@midnight", "0 0 0 * * *"],
  ["@hourly", "0 0 * * * *"],
]);

/** As others write a zone into an expression: `CRON_TZ=Asia/Tokyo` before it, or the name alone behind it. */
const ZONE = /^(?:(?:CRON_)?TZ=)?([A-Z]\w{3,}\/[A-Z][\w/+-]+|UTC|GMT|(?<=TZ=)\S+)$/;

/** Twice what listing every value of every field takes. */
const LONGEST = 1024;
/** No field has more values than 60: a longer list repeats itself, and takes time to read. */
const MOST_ITEMS = 64;
/** Every month has this day, so a hashed day of month never skips one. */
const LAST_DAY_OF_ALL_MONTHS = 28;

/**
 * Splits an expression into six or seven lists of checked items: second, minute, hour, day of month, month, day of week, year.
 * Weekdays are those of crontab(5), whatever the dialect.
 * @throws CronMistakeError at the first mistake
 */
export function checkCronSyntax(
  text: string,
  dialect: CronDialect = CronDialect.Standard,
): readonly (readonly CronItem[])[] {
  if (text.length > LONGEST) throw cronMistake(LONGEST, "cron_too_long", { max: LONGEST });
  const words = [...text.matchAll(/\S+/g)].map((match) => ({ text: match[0], offset: match.index }));
  const fields = fieldsOf(dialect);
  const first = words[0];
  if (!first) throw cronMistake(0, "cron_empty", {});
  if (first.text.startsWith("@")) return checkMacro(first, words[1]);
  for (const { text: word, offset } of words) {
    const [, zone] = ZONE.exec(word) ?? [];
    if (zone !== undefined) throw cronMistake(offset, "cron_time_zone", { zone: clip(zone) });
  }
  const extra = words[fields.length + 1];
  if (extra) throw cronMistake(extra.offset, "cron_extra_field", { found: clip(extra.text) });
  if (words.length < fields.length - 1)
    throw cronMistake(text.trimEnd().length, "cron_few_fields", { count: words.length });
  if (words.length < fields.length) words.unshift({ text: "0", offset: first.offset });
  const year = words[fields.length];
  const lists = fields.map((field, index) =>
    checkField(field, words[index]?.text ?? "", words[index]?.offset ?? 0),
  );
  if (dialect === CronDialect.Quartz && isRestricted(lists[DAY_OF_MONTH]) && isRestricted(lists.at(-1)))
    throw cronMistake(words[fields.length - 1]?.offset ?? 0, "cron_both_days", {});
  return [...lists, ...(year === undefined ? [] : [checkField(YEAR, year.text, year.offset)])];
}

/** Whether a list of items leaves anything out. */
export function isRestricted(items: readonly CronItem[] | undefined): boolean {
  return !(items?.length === 1 && (items[0]?.text === "*" || items[0]?.text === "?"));
}

function checkMacro(
  macro: { text: string; offset: number },
  next?: { offset: number },
): readonly CronItem[][] {
  const expansion = MACROS.get(macro.text);
  if (expansion === undefined)
    throw cronMistake(macro.offset, "cron_no_macro", { found: clip(macro.text), macros: [...MACROS.keys()] });
  if (next) throw cronMistake(next.offset, "cron_after_macro", { macro: macro.text });
  return expansion.split(" ").map((text) => [{ text, offset: macro.offset, interval: text === "*" }]);
}

function checkField(field: FieldSyntax, text: string, offset: number): CronItem[] {
  const items: CronItem[] = [];
  let at = offset;
  for (const item of text.split(",")) {
    if (items.length === MOST_ITEMS) throw cronMistake(at, "cron_long_list", { max: MOST_ITEMS });
    items.push(checkItem(field, item, at));
    at += item.length + 1;
  }
  return items;
}

function checkItem(field: FieldSyntax, item: string, offset: number): CronItem {
  if (item === "") throw cronMistake(offset, "cron_missing_item", wantedOf(field));
  const [base = "", step, ...rest] = item.split("/");
  const stepOffset = offset + base.length + 1;
  if (rest.length > 0) throw cronMistake(stepOffset + (step ?? "").length, "cron_two_steps", {});
  if (step !== undefined) checkStep(field, step, stepOffset);
  const monthDay = field.day === "month" ? readMonthDay(field, base, offset) : null;
  if (monthDay !== null) {
    if (step !== undefined) throw cronMistake(offset, "cron_no_step", { found: clip(base) });
    return { text: base, offset, interval: false, monthDay };
  }
  const interval = step !== undefined || base === "*" || base === "?";
  return { text: checkBase(field, base, offset, step), offset, interval };
}

function checkStep(field: FieldSyntax, step: string, offset: number): void {
  if (/^\d+$/.test(step) && Number(step) >= 1 && Number(step) <= field.max) return;
  throw cronMistake(offset, "cron_wrong_step", { found: clip(step), field: field.name, max: field.max });
}

/** A day that each month finds by itself; `null` for a base of another form. */
function readMonthDay(field: FieldSyntax, base: string, offset: number): MonthDay | null {
  const text = base.toUpperCase();
  if (text === "L" || text === "LW") return { from: "end", day: 0, isWorkday: text === "LW" };
  const [, before, workday = ""] = /^L-(\d{1,2})(W?)$/.exec(text) ?? [];
  if (before !== undefined && Number(before) < field.max && Number(before) > 0)
    return { from: "end", day: Number(before), isWorkday: workday === "W" };
  if (text.endsWith("W")) {
    const day = /^\d{1,2}(?=W$)/.exec(text)?.[0];
    if (day === undefined) throw cronMistake(offset, "cron_wrong_workday", { found: clip(base) });
    return { from: "start", day: checkValue(field, day, offset), isWorkday: true };
  }
  if (text.startsWith("L") || text.endsWith("L"))
    throw cronMistake(offset, "cron_wrong_last", { found: clip(base) });
  return null;
}

function checkBase(field: FieldSyntax, base: string, offset: number, step: string | undefined): string {
  const stepped = (text: string): string => (step === undefined ? text : `${text}/${step}`);
  if (base === "*") return stepped(base);
  if (base === "?") {
    if (field.day === null) throw cronMistake(offset, "cron_any_day_only", { field: field.name });
    if (step !== undefined) throw cronMistake(offset, "cron_no_step", { found: base });
    return base;
  }
  if (base.startsWith("H") && field !== YEAR) return stepped(checkHash(field, base, offset));
  const isLast = field.day === "week" && base.toUpperCase().endsWith("L");
  if (!base.includes("#") && !isLast) return checkRange(field, base, offset, step);
  if (step !== undefined) throw cronMistake(offset, "cron_no_step", { found: clip(base) });
  return isLast ? checkLast(field, base, offset) : checkNth(field, base, offset);
}

function checkHash(field: FieldSyntax, base: string, offset: number): string {
  if (base === "H") return field.day === "month" ? `H(1-${LAST_DAY_OF_ALL_MONTHS})` : base;
  const bounds = /^H\((\d+)-(\d+)\)$/.exec(base);
  if (!bounds) throw cronMistake(offset, "cron_wrong_hash", { found: clip(base) });
  const [, from = "", to = ""] = bounds;
  const fromOffset = offset + 2;
  const first = checkValue(field, from, fromOffset);
  const last = checkValue(field, to, fromOffset + from.length + 1);
  if (first > last) throw cronMistake(fromOffset, "cron_backwards", { found: `${from}-${to}` });
  return `H(${first - field.shift}-${last - field.shift})`;
}

function checkNth(field: FieldSyntax, base: string, offset: number): string {
  if (field.day !== "week") throw cronMistake(offset + base.indexOf("#"), "cron_nth_elsewhere", {});
  const [weekday = "", ...nth] = base.split("#");
  const value = checkValue(field, weekday, offset);
  if (!/^[1-5]$/.test(nth.join("#")))
    throw cronMistake(offset + weekday.length + 1, "cron_wrong_nth", { found: clip(nth.join("#")) });
  return `${value - field.shift}#${nth.join("")}`;
}

function checkLast(field: FieldSyntax, base: string, offset: number): string {
  const value = base.slice(0, -1);
  // Alone it is Quartz's Saturday, the last day of its week.
  if (value === "" && field.shift > 0) return String(field.max - field.shift);
  if (value === "") throw cronMistake(offset, "cron_last_of_weekday", {});
  return `${checkValue(field, value, offset) - field.shift}L`;
}

/** A value or a range, with its step. Where the dialect lets a range run on past the end of its field, it is a list. */
function checkRange(field: FieldSyntax, base: string, offset: number, step: string | undefined): string {
  const { shift } = field;
  const stepped = (text: string): string => (step === undefined ? text : `${text}/${step}`);
  const [from = "", to, ...rest] = base.split("-");
  const first = checkValue(field, from, offset);
  // cron-parser's weekdays end with 7, which is Sunday again.
  if (to === undefined && step !== undefined && shift > 0)
    return stepped(`${first - shift}-${field.max - shift}`);
  if (to === undefined) return stepped(String(first - shift));
  const toOffset = offset + from.length + 1;
  if (rest.length > 0) throw cronMistake(toOffset + to.length, "cron_two_ranges", {});
  const last = checkValue(field, to, toOffset);
  // FRI-SUN is a weekend to everybody, although Sunday counts as 0.
  const isToSunday = field.day === "week" && shift === 0 && to.toUpperCase() === "SUN" && first > 0;
  const end = isToSunday ? 7 : last;
  if (first <= end) return stepped(`${first - shift}-${end - shift}`);
  if (!field.wraps) throw cronMistake(offset, "cron_backwards", { found: clip(base) });
  const size = field.max - field.min + 1;
  const values: number[] = [];
  for (let value = first; value <= end + size; value += Number(step ?? 1))
    values.push(((value - field.min) % size) + field.min - shift);
  return values.join(",");
}

function checkValue(field: FieldSyntax, value: string, offset: number): number {
  if (/^\d+$/.test(value)) {
    const number = Number(value);
    if (number >= field.min && number <= field.max) return number;
  } else {
    const index = field.names.indexOf(value.toUpperCase());
    if (index >= 0) return index + field.min;
  }
  if (value === "") throw cronMistake(offset, "cron_missing_value", wantedOf(field));
  throw cronMistake(offset, "cron_wrong_value", { ...wantedOf(field), found: clip(value) });
}

function wantedOf({ name, min, max, names }: FieldSyntax) {
  return { field: name, min, max, names: names.length > 0 ? [names[0] ?? "", names.at(-1) ?? ""] : [] };
}
