import { CronExpressionParser } from "cron-parser";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { CronFields, NthWeekday } from "./cron-fields.ts";
import { checkCronSyntax, type CronItem, CronMistakeError } from "./cron-syntax.ts";

export interface ParseCronOptions {
  /** What `H` is hashed from: the job key, so that a job keeps its times. `H` is refused when it is empty. */
  readonly seed: string;
}

/**
 * Reads a cron expression: 5 or 6 fields, seconds first, or one of the macros from `@yearly` to `@hourly`.
 *
 * Understands names, `?`, `7` for Sunday, `L`, `5L`, `5#2` and `H`; lists may repeat values.
 * @throws MoJobError `invalid_cron` naming the character (from 1) of the first mistake and what is wanted there
 */
export function parseCron(text: string, options: ParseCronOptions): CronFields {
  try {
    return readFields(text, options.seed);
  } catch (error) {
    if (!(error instanceof CronMistakeError)) throw error;
    const { position, message } = error;
    throw new MoJobError(
      MoJobErrorCode.InvalidCron,
      `Cannot read the cron expression "${text.slice(0, 100)}": at character ${position}, ${message}`,
      { cause: error, issues: [{ pointer: "/cron", message: `At character ${position}: ${message}` }] },
    );
  }
}

function readFields(text: string, seed: string): CronFields {
  const lists = checkCronSyntax(text);
  const [seconds, minutes, hours, days, months, weekdays] = expandFields(lists, seed);
  const hourItems = lists[2] ?? [];
  const fields: CronFields = {
    seconds: numbersOf(seconds),
    minutes: numbersOf(minutes),
    hours: numbersOf(hours),
    daysOfMonth: numbersOf(days),
    lastDayOfMonth: days?.values.has("L") ?? false,
    months: numbersOf(months),
    weekdays: numbersOf(weekdays, 7),
    nthWeekdays: [...(weekdays?.nth.values() ?? [])].sort((a, b) => a.nth - b.nth || a.weekday - b.weekday),
    lastWeekdays: lastWeekdaysOf(weekdays),
    dayOfMonthRestricted: isRestricted(lists[3]),
    dayOfWeekRestricted: isRestricted(lists[5]),
    interval: hourItems.every(({ interval }) => interval) || numbersOf(hours).length === 24,
  };
  assertReachable(fields, lists[3]?.[0]?.offset ?? 0);
  return fields;
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
    throw new CronMistakeError(hashed.offset, `"H" needs a job key to be hashed from; write a value`);
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
    throw new CronMistakeError(item?.offset ?? 0, `"${item?.text}" cannot be read`, { cause: error });
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

function isRestricted(items: readonly CronItem[] | undefined): boolean {
  return !(items?.length === 1 && (items[0]?.text === "*" || items[0]?.text === "?"));
}

const LONGEST_MONTHS: readonly number[] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** An expression like `31 2` would never fire; its author should hear of it now. */
function assertReachable(fields: CronFields, offset: number): void {
  if (!fields.dayOfMonthRestricted || fields.dayOfWeekRestricted || fields.lastDayOfMonth) return;
  const longest = Math.max(...fields.months.map((month) => LONGEST_MONTHS[month - 1] ?? 31));
  if (fields.daysOfMonth.some((day) => day <= longest)) return;
  throw new CronMistakeError(offset, `no month of this expression has such a day; write 1 to ${longest}`);
}
