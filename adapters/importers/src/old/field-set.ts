import { ImportMistake } from "../import-mistake.ts";

export interface FieldRange {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
  /** The number of the first name. @default min */
  readonly firstName?: number;
  /** A range may run on past the end, as in Quartz: `22-2`. @default false */
  readonly wraps?: boolean;
  /** `?` means everything. @default false */
  readonly takesQuestionMark?: boolean;
  /** A step of 0 is none, as in Quartz. @default false: it is refused */
  readonly ignoresZeroStep?: boolean;
  /** A step needs `*` or a range before it; after a number it is ignored, as crontab does. @default false */
  readonly ignoresSingleStep?: boolean;
}

export const MONTH_NAMES: readonly string[] = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");
export const DAY_NAMES: readonly string[] = "SUN MON TUE WED THU FRI SAT".split(" ");

/** The numbers that a list of values, ranges and steps names, ascending. @throws ImportMistake `cron_field` */
export function fieldSet(text: string, field: FieldRange): readonly number[] {
  const values = new Set<number>();
  for (const item of text.toUpperCase().split(","))
    for (const value of itemSet(item, field)) values.add(value);
  return [...values].sort((a, b) => a - b);
}

/** Whether a field names everything it could. */
export function isWhole(values: readonly number[], { min, max }: FieldRange): boolean {
  return values.length >= max - min + 1;
}

function* itemSet(item: string, field: FieldRange): Generator<number> {
  const mistake = new ImportMistake("cron_field", { field: field.name, found: item.slice(0, 40) });
  const [base = "", stepText, ...rest] = item.split("/");
  if (rest.length > 0 || (stepText !== undefined && !/^\d{1,4}$/.test(stepText))) throw mistake;
  const step = stepText === undefined ? null : Number(stepText);
  const isAll =
    base === "*" || (base === "?" && field.takesQuestionMark === true) || (base === "" && step !== null);
  if (step === 0 && field.ignoresZeroStep !== true) throw mistake;
  const [fromText = "", toText] = base.split("-");
  const from = isAll ? field.min : numberOf(fromText, field);
  const to = isAll ? field.max : toText === undefined ? null : numberOf(toText, field);
  if (from === null || base.split("-").length > 2) throw mistake;
  if (toText !== undefined && to === null) throw mistake;
  if (to === null && (step === null || step === 0 || field.ignoresSingleStep === true)) {
    yield from;
    return;
  }
  const last = to ?? field.max;
  if (last < from && field.wraps !== true) throw mistake;
  const size = field.max - field.min + 1;
  const end = last < from ? last + size : last;
  for (let value = from; value <= end; value += step === null || step === 0 ? 1 : step)
    yield ((value - field.min) % size) + field.min;
}

function numberOf(text: string, { min, max, names = [], firstName = min }: FieldRange): number | null {
  const named = names.indexOf(text);
  if (named >= 0) return named + firstName;
  if (!/^\d{1,4}$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}
