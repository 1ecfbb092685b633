/** A mistake in a cron expression: where it is and what is wanted there; the cause of what `parseCron` throws. */
export class CronMistakeError extends Error {
  /** The character it begins at, from 1. */
  readonly position: number;

  constructor(offset: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.position = offset + 1;
  }
}

/** One item of a field's list, checked, in words cron-parser reads the same way. */
export interface CronItem {
  readonly text: string;
  /** Where it begins in the expression, from 0. */
  readonly offset: number;
  /** It stands for an interval: `*`, `?` or anything with a step. */
  readonly interval: boolean;
}

interface FieldSyntax {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** In the order of their numbers, beginning with `min`. */
  readonly names: readonly string[];
  readonly day: "month" | "week" | null;
}

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

const FIELDS: readonly FieldSyntax[] = [
  { name: "second", min: 0, max: 59, names: [], day: null },
  { name: "minute", min: 0, max: 59, names: [], day: null },
  { name: "hour", min: 0, max: 23, names: [], day: null },
  { name: "day of month", min: 1, max: 31, names: [], day: "month" },
  { name: "month", min: 1, max: 12, names: MONTHS, day: null },
  { name: "day of week", min: 0, max: 7, names: WEEKDAYS, day: "week" },
];

const MACROS: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 0 1 1 *"],
  ["@annually", "0 0 0 1 1 *"],
  ["@monthly", "0 0 0 1 * *"],
  ["@weekly", "0 0 0 * * 0"],
  ["@daily", "0 0 0 * * *"],
  ["@midnight", "0 0 0 * * *"],
  ["@hourly", "0 0 * * * *"],
]);

/** Twice what listing every value of every field takes. */
const LONGEST = 1024;
/** No field has more values than 60: a longer list repeats itself, and takes time to read. */
const MOST_ITEMS = 64;
/** Every month has this day, so a hashed day of month never skips one. */
const LAST_DAY_OF_ALL_MONTHS = 28;

/**
 * Splits an expression into six lists of checked items: second, minute, hour, day of month, month, day of week.
 * @throws CronMistakeError at the first mistake
 */
export function checkCronSyntax(text: string): readonly (readonly CronItem[])[] {
  if (text.length > LONGEST)
    refuse(LONGEST, `the expression is too long; write at most ${LONGEST} characters`);
  const words = [...text.matchAll(/\S+/g)].map((match) => ({ text: match[0], offset: match.index }));
  const first = words[0];
  if (!first)
    return refuse(
      0,
      "the expression is empty; write 5 or 6 fields, seconds first, or a macro such as @daily",
    );
  if (first.text.startsWith("@")) return checkMacro(first, words[1]);
  const extra = words[FIELDS.length];
  if (extra)
    refuse(
      extra.offset,
      `"${clip(extra.text)}" is field 7; write 5 or 6 fields, seconds first, without a year`,
    );
  if (words.length < FIELDS.length - 1) {
    const count = words.length === 1 ? "1 field" : `${words.length} fields`;
    refuse(text.trimEnd().length, `the expression ends after ${count}; write 5 or 6, seconds first`);
  }
  if (words.length < FIELDS.length) words.unshift({ text: "0", offset: first.offset });
  return FIELDS.map((field, index) => checkField(field, words[index]?.text ?? "", words[index]?.offset ?? 0));
}

function checkMacro(
  macro: { text: string; offset: number },
  next?: { offset: number },
): readonly CronItem[][] {
  const expansion = MACROS.get(macro.text);
  if (expansion === undefined) {
    return refuse(macro.offset, `"${clip(macro.text)}" is no macro; write ${[...MACROS.keys()].join(", ")}`);
  }
  if (next) refuse(next.offset, `nothing may follow ${macro.text}`);
  return expansion.split(" ").map((text) => [{ text, offset: macro.offset, interval: text === "*" }]);
}

function checkField(field: FieldSyntax, text: string, offset: number): CronItem[] {
  const items: CronItem[] = [];
  let at = offset;
  for (const item of text.split(",")) {
    if (items.length === MOST_ITEMS) refuse(at, `the list is too long; write at most ${MOST_ITEMS} items`);
    items.push(checkItem(field, item, at));
    at += item.length + 1;
  }
  return items;
}

function checkItem(field: FieldSyntax, item: string, offset: number): CronItem {
  if (item === "") refuse(offset, `a value is missing; write ${valuesOf(field)} between the commas`);
  const [base = "", step, ...rest] = item.split("/");
  const stepOffset = offset + base.length + 1;
  if (rest.length > 0) refuse(stepOffset + (step ?? "").length, `a second "/" follows a step; write one`);
  if (step !== undefined) checkStep(field, step, stepOffset);
  const interval = step !== undefined || base === "*" || base === "?";
  const text = checkBase(field, base, offset, step !== undefined);
  return { text: step === undefined ? text : `${text}/${step}`, offset, interval };
}

function checkStep(field: FieldSyntax, step: string, offset: number): void {
  if (/^\d+$/.test(step) && Number(step) >= 1 && Number(step) <= field.max) return;
  refuse(offset, `the step "${clip(step)}" does not fit the ${field.name} field; write 1 to ${field.max}`);
}

function checkBase(field: FieldSyntax, base: string, offset: number, stepped: boolean): string {
  if (base === "*") return base;
  if (base === "?") {
    if (field.day === null)
      refuse(offset, `"?" stands for any day only; write "*" in the ${field.name} field`);
    if (stepped) refuse(offset, `"?" takes no step; write "*"`);
    return base;
  }
  if (base.startsWith("H")) return checkHash(field, base, offset);
  if (/^(?:(?:\d+|L)?W|L-\d+)$/i.test(base))
    refuse(offset, `"${clip(base)}" is not supported; write a day of month, or L for the last`);
  const special = base.includes("#") || (field.day !== null && base.toUpperCase().endsWith("L"));
  if (!special) return checkRange(field, base, offset);
  if (stepped) refuse(offset, `"${clip(base)}" takes no step`);
  return base.includes("#") ? checkNth(field, base, offset) : checkLast(field, base, offset);
}

function checkHash(field: FieldSyntax, base: string, offset: number): string {
  if (base === "H") return field.day === "month" ? `H(1-${LAST_DAY_OF_ALL_MONTHS})` : base;
  const bounds = /^H\((\d+)-(\d+)\)$/.exec(base);
  if (!bounds) return refuse(offset, `"${clip(base)}" is no hash; write H, H(from-to) or H/step`);
  const [, from = "", to = ""] = bounds;
  const fromOffset = offset + 2;
  checkOrder(
    checkValue(field, from, fromOffset),
    checkValue(field, to, fromOffset + from.length + 1),
    fromOffset,
    `${from}-${to}`,
  );
  return base;
}

function checkNth(field: FieldSyntax, base: string, offset: number): string {
  if (field.day !== "week")
    refuse(offset + base.indexOf("#"), `"#" belongs in the day of week field, as in 5#2`);
  const [weekday = "", ...nth] = base.split("#");
  const value = checkValue(field, weekday, offset);
  if (!/^[1-5]$/.test(nth.join("#"))) {
    refuse(
      offset + weekday.length + 1,
      `"${clip(nth.join("#"))}" is no week of a month; write 1 to 5 after "#"`,
    );
  }
  return `${value}#${nth.join("")}`;
}

function checkLast(field: FieldSyntax, base: string, offset: number): string {
  const value = base.slice(0, -1);
  if (field.day === "week") {
    if (value === "") refuse(offset, `"L" alone is no day of the week; write a weekday before it, as in 5L`);
    return `${checkValue(field, value, offset)}L`;
  }
  if (value !== "") refuse(offset, `"${clip(base)}" is no day of the month; write L alone for the last one`);
  return "L";
}

function checkRange(field: FieldSyntax, base: string, offset: number): string {
  const [from = "", to, ...rest] = base.split("-");
  const first = checkValue(field, from, offset);
  if (to === undefined) return String(first);
  const toOffset = offset + from.length + 1;
  if (rest.length > 0) refuse(toOffset + to.length, `a second "-" follows a range; write one`);
  const last = checkValue(field, to, toOffset);
  // FRI-SUN is a weekend to everybody, although Sunday counts as 0.
  const end = field.day === "week" && to.toUpperCase() === "SUN" && first > 0 ? 7 : last;
  checkOrder(first, end, offset, base);
  return `${first}-${end}`;
}

function checkOrder(first: number, last: number, offset: number, range: string): void {
  if (first > last)
    refuse(offset, `the range "${clip(range)}" runs backwards; write the smaller value first, or two ranges`);
}

function checkValue(field: FieldSyntax, value: string, offset: number): number {
  if (/^\d+$/.test(value)) {
    const number = Number(value);
    if (number >= field.min && number <= field.max) return number;
  } else {
    const index = field.names.indexOf(value.toUpperCase());
    if (index >= 0) return index + field.min;
  }
  const what = value === "" ? "a value is missing" : `"${clip(value)}" is no ${field.name}`;
  return refuse(offset, `${what}; write ${valuesOf(field)}`);
}

function valuesOf(field: FieldSyntax): string {
  const names = field.names.length > 0 ? ` or ${field.names[0]} to ${field.names.at(-1)}` : "";
  return `${field.min} to ${field.max}${names}`;
}

function clip(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}

function refuse(offset: number, message: string): never {
  throw new CronMistakeError(offset, message);
}
