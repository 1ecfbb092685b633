import type { CronFieldName } from "../../base/issue/issue-code.ts";
import { CronDialect } from "../../model/cron/cron-dialect.ts";

/** The syntax of a field. */
export interface FieldSyntax {
  readonly name: CronFieldName;
  readonly min: number;
  readonly max: number;
  /** In the order of their numbers, beginning with `min`. */
  readonly names: readonly string[];
  readonly day: "month" | "week" | null;
  /** Subtracted from a number as it is written gives the number of crontab(5). */
  readonly shift: number;
  /** A range may run on past the end of the field, as in 22-2. */
  readonly wraps: boolean;
}

/** Where the day of month is in the order of fields. */
export const DAY_OF_MONTH = 3;

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const PLAIN = { names: [], day: null, shift: 0, wraps: false } as const;

const STANDARD: readonly FieldSyntax[] = [
  { ...PLAIN, name: "second", min: 0, max: 59 },
  { ...PLAIN, name: "minute", min: 0, max: 59 },
  { ...PLAIN, name: "hour", min: 0, max: 23 },
  { ...PLAIN, name: "day of month", min: 1, max: 31, day: "month" },
  { ...PLAIN, name: "month", min: 1, max: 12, names: MONTHS },
  { ...PLAIN, name: "day of week", min: 0, max: 7, names: WEEKDAYS, day: "week" },
];

const QUARTZ: readonly FieldSyntax[] = STANDARD.map((field) => ({
  ...field,
  wraps: true,
  ...(field.day === "week" && { min: 1, shift: 1 }),
}));

/** The seventh field, which may be left out. */
export const YEAR: FieldSyntax = { ...PLAIN, name: "year", min: 1970, max: 2199 };

/** The six fields from the second to the day of week, as a dialect writes them. */
export function fieldsOf(dialect: CronDialect): readonly FieldSyntax[] {
  return dialect === CronDialect.Quartz ? QUARTZ : STANDARD;
}
