// Every program that compiles this file has to find it, whichever files it names itself.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./cron-parser.d.ts" />
// Its main entry has a reader of files, whose `fs` no bundle for another place than Node has.
import { CronExpressionParser } from "cron-parser/dist/CronExpressionParser.js";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { CronDialect } from "../../model/cron/cron-dialect.ts";
import type { CronFields, MonthDay, NthWeekday } from "./cron-fields.ts";
import { clip, CronMistakeError, cronMistake } from "./cron-mistake.ts";
import { checkCronSyntax, type CronItem, isRestricted } from "./cron-syntax.ts";

export interface ParseCronOptions {
  /** The text that `H` is hashed from: the job key, so that a job keeps its times. `H` is refused when it is empty. */
  readonly seed: string;
  /** How the numbers of weekdays are read. @default "standard" */
  readonly dialect?: CronDialect;
}

/**
 * Reads a cron expression: 5 to 7 fields, seconds first and the year last, or one of the macros from `@yearly` to `@hourly`.
 *
 * Understands names, `?`, `7` for Sunday, `L`, `L-3`, `LW`, `15W`, `5L`, `5#2` and `H`; lists may repeat values. In Quartz's dialect
 * weekdays count from 1 (Sunday), a range may run on past the end of its field, and one of the two day fields is `?` or `*`.
 * @throws MoJobError `invalid_cron` naming the character (from 1) of the first mistake and what is wanted there
 */
export function parseCron(text: string, options: ParseCronOptions): CronFields {
  try {
    return readFields(text, options);
  } catch (error) {
    if (!(error instanceof CronMistakeError)) throw error;
    const { issue } = error;
    throw new MoJobError(
      MoJobErrorCode.InvalidCron,
      `Cannot read the cron expression "${text.slice(0, 100)}": a${issue.message.slice(1)}`,
      { cause: error, issues: [issue] },
    );
  }
}

function readFields(text: string, { seed, dialect }: ParseCronOptions): CronFields {
  const checked = checkCronSyntax(text, dialect);
  const lists = checked.slice(0, 6).map((items) => items.filter(({ monthDay }) => monthDay === undefined));
  const [seconds, minutes, hours, days, months, weekdays] = expandFields(lists, seed);
  const hourItems = lists[2] ?? [];
  const fields: CronFields = {
    seconds: numbersOf(seconds),
    minutes: numbersOf(minutes),
    hours: numbersOf(hours),
    daysOfMonth: numbersOf(days),
    monthDays: monthDaysOf(checked[3]),
    months: numbersOf(months),
    years: yearsOf(checked[6]),
    weekdays: numbersOf(weekdays, 7),
    nthWeekdays: [...(weekdays?.nth.values() ?? [])].sort((a, b) => a.nth - b.nth || a.weekday - b.weekday),
    lastWeekdays: lastWeekdaysOf(weekdays),
    dayOfMonthRestricted: isRestricted(checked[3]),
    dayOfWeekRestricted: isRestricted(checked[5]),
    interval: hourItems.every(({ interval }) => interval) || numbersOf(hours).length === 24,
  };
  assertReachable(fields, checked[3]?.[0]?.offset ?? 0);
  return fields;
}

/** Each once, however often it is written. */
function monthDaysOf(items: readonly CronItem[] | undefined): readonly MonthDay[] {
  const days = new Map(
    (items ?? []).flatMap(({ monthDay }) =>
      monthDay === undefined ? [] : [[JSON.stringify(monthDay), monthDay]],
    ),
  );
  return [...days.values()];
}

const DAY_OF_MONTH = 3;
const MONTH = 4;
const DAY_OF_WEEK = 5;

interface ExpandedField {
  readonly values: Set<number | string>;
  /** By their text, so that a repeat counts once. */
  readonly nth: Map<string, NthWeekday>;
}

/**
 * Has cron-parser read one item of every field at a time: it refuses lists that name a value twice, such as the
 * harmless `1-5,3`, and lists with `#`.
 */
function expandFields(lists: readonly (readonly CronItem[])[], seed: string): readonly ExpandedField[] {
  const expanded = lists.map((): ExpandedField => ({ values: new Set(), nth: new Map() }));
  const columns: (readonly (CronItem | null)[])[] = lists.map(joinSingles);
  // It also judges a day of month by the months beside it: they are read where no day is.
  columns[MONTH] = [...(columns[DAY_OF_MONTH] ?? []).map(() => null), ...(columns[MONTH] ?? [])];
  const rows = Math.max(...columns.map(({ length }) => length));
  for (let row = 0; row < rows; row += 1) {
    const items = columns.map((column) => column[row] ?? null);
    const fields = readRow(items, seed);
    items.forEach((item, index) => {
      const field = expanded[index];
      const { values = [], nthDay = 0 } = fields[index] ?? {};
      if (item === null || field === undefined) return;
      for (const value of values) {
        if (nthDay > 0) field.nth.set(item.text, { weekday: Number(value) % 7, nth: nthDay });
        else field.values.add(value);
      }
    });
  }
  return expanded;
}

/** The values of a list that stand alone, as one item, and the others. */
function joinSingles(items: readonly CronItem[], index: number): readonly CronItem[] {
  const singles = items.filter(({ text }) => /^\d+$/.test(text));
  const first = singles[0];
  if (first === undefined) return items;
  const values = new Set(singles.map(({ text }) => (index === DAY_OF_WEEK && text === "7" ? "0" : text)));
  return [{ ...first, text: [...values].join(",") }, ...items.filter((item) => !singles.includes(item))];
}

interface ReadField {
  readonly values: readonly (number | string)[];
  readonly nthDay?: number;
}

function readRow(items: readonly (CronItem | null)[], seed: string): readonly ReadField[] {
  const hashed = items.find((item) => item?.text.startsWith("H"));
  if (hashed && seed === "") {
    throw cronMistake(hashed.offset, "cron_hash_needs_key", {});
  }
  try {
    const { fields } = CronExpressionParser.parse(items.map((item) => item?.text ?? "*").join(" "), {
      hashSeed: seed,
      tz: "UTC",
      currentDate: 0,
    });
    return [fields.second, fields.minute, fields.hour, fields.dayOfMonth, fields.month, fields.dayOfWeek];
  } catch (error) {
    const item = items.find((item) => item !== null);
    throw cronMistake(
      item?.offset ?? 0,
      "cron_unreadable",
      { found: clip(item?.text ?? "") },
      { cause: error },
    );
  }
}

function numbersOf(field: ExpandedField | undefined, modulus: number = Infinity): readonly number[] {
  const numbers = new Set<number>();
  for (const value of field?.values ?? []) if (typeof value === "number") numbers.add(value % modulus);
  return [...numbers].sort((a, b) => a - b);
}

function lastWeekdaysOf(field: ExpandedField | undefined): readonly number[] {
  const weekdays = new Set<number>();
  for (const value of field?.values ?? [])
    if (typeof value === "string") weekdays.add(Number.parseInt(value, 10) % 7);
  return [...weekdays].sort((a, b) => a - b);
}

/** The years of the seventh field; `null` where it is absent or names every year. */
function yearsOf(items: readonly CronItem[] | undefined): readonly number[] | null {
  if (items === undefined || !isRestricted(items)) return null;
  const years = new Set<number>();
  for (const { text } of items) {
    const [base = "", step] = text.split("/");
    const [from = "", to = step === undefined ? from : String(LAST_YEAR)] =
      base === "*" ? ["1970"] : base.split("-");
    const last = base === "*" ? LAST_YEAR : Number(to);
    for (let year = Number(from); year <= last; year += Number(step ?? 1)) years.add(year);
  }
  return [...years].sort((a, b) => a - b);
}

const LAST_YEAR = 2199;
const LONGEST_MONTHS: readonly number[] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** An expression like `31 2` would never fire; its author should learn that now. */
function assertReachable(fields: CronFields, offset: number): void {
  if (!fields.dayOfMonthRestricted || fields.dayOfWeekRestricted) return;
  const longest = Math.max(...fields.months.map((month) => LONGEST_MONTHS[month - 1] ?? 31));
  if (fields.daysOfMonth.some((day) => day <= longest)) return;
  if (fields.monthDays.some(({ from, day }) => (from === "start" ? day <= longest : day < longest))) return;
  throw cronMistake(offset, "cron_no_such_day", { max: longest });
}
