import * as v from "valibot";
import { boundedList } from "../../base/issue/bounded-list.ts";
import { boundedRecord } from "../../base/issue/bounded-record.ts";
import { wanted } from "../../base/issue/issue.ts";
import { isKeyExpression } from "./value/concurrency-key.ts";
import { isOneLine, isPlainText } from "../../base/shown-text.ts";

/** Where a person finds an option: the groups of the panel's form, in order. */
export const OptionGroup = {
  General: "general",
  Schedule: "schedule",
  /** How many of its runs there may be at once. */
  Limits: "limits",
  Waiting: "waiting",
  Executors: "executors",
  Attempts: "attempts",
  /** The steps after a run that has ended. */
  AfterRun: "afterRun",
} as const;
export type OptionGroup = (typeof OptionGroup)[keyof typeof OptionGroup];

/** How a person writes an option's value. */
export const OptionControl = {
  Text: "text",
  LongText: "longText",
  Flag: "flag",
  Count: "count",
  /** A count, or none: unlimited. */
  Limit: "limit",
  Duration: "duration",
  /** A duration, or none: unlimited. */
  DurationLimit: "durationLimit",
  Tags: "tags",
  /** Texts by name. */
  Labels: "labels",
  Choice: "choice",
  Cron: "cron",
  Zone: "zone",
  Instant: "instant",
  Json: "json",
  /** The days of a calendar. */
  Calendar: "calendar",
  /** Named schedules beside the job's own. */
  Schedules: "schedules",
} as const;
export type OptionControl = (typeof OptionControl)[keyof typeof OptionControl];

/** One option: what it may be, what it is where nothing is stated, and how it is edited. */
export interface Option<Value> {
  readonly schema: v.GenericSchema<unknown, Value>;
  readonly default: Value;
  readonly group: OptionGroup;
  readonly control: OptionControl;
  /** The values to choose from. @default any that fit the schema */
  readonly choices?: readonly string[];
}

/** An option that the scheduler's defaults may set for all jobs. */
export interface SharedOption<Value> extends Option<Value> {
  readonly isShared: true;
}

/** An option whose parts are stated and merged one by one. */
export interface CompoundOption<Value extends object> {
  readonly members: { readonly [Name in keyof Value]: Option<Value[Name]> };
  readonly isShared: true;
}

export type AnyOption = Option<unknown> | CompoundOption<Record<string, unknown>>;

export function isCompound(option: object): option is CompoundOption<Record<string, unknown>> {
  return "members" in option;
}

const A_DAY_MS = 24 * 60 * 60 * 1000;
export const LONGEST_MS: number = 366 * A_DAY_MS;

export const text = (max: number): v.GenericSchema<unknown, string> =>
  v.pipe(
    v.string(wanted("not_text")),
    v.maxLength(max, wanted("too_long", { max })),
    v.check(isPlainText, wanted("not_plain")),
  );

export const line = (max: number): v.GenericSchema<unknown, string> =>
  v.pipe(
    v.string(wanted("not_text")),
    v.maxLength(max, wanted("too_long", { max })),
    v.check(isOneLine, wanted("not_one_line")),
  );

export const name = (max: number): v.GenericSchema<unknown, string> =>
  v.pipe(
    v.string(wanted("not_text")),
    v.maxLength(max, wanted("too_long", { max })),
    v.regex(/\S/, wanted("blank")),
    v.check(isOneLine, wanted("not_one_line")),
  );

/** An expression over the arguments, or nothing. */
export const keyExpression: v.GenericSchema<unknown, string> = v.pipe(
  line(200),
  v.check((text) => text === "" || isKeyExpression(text), wanted("not_key_expression")),
);

export const wholeNumber = (min: number, max: number): v.GenericSchema<unknown, number> =>
  v.pipe(
    v.number(wanted("not_number")),
    v.integer(wanted("not_whole")),
    v.minValue(min, wanted("too_small", { min })),
    v.maxValue(max, wanted("too_large", { max })),
  );

export const oneOf = <Value extends string>(
  set: Readonly<Record<string, Value>>,
): v.GenericSchema<unknown, Value> =>
  v.picklist(Object.values(set), wanted("not_one_of", { values: Object.values(set) }));

export const orNull = <Value>(
  schema: v.GenericSchema<unknown, Value>,
): v.GenericSchema<unknown, Value | null> => v.nullable(schema);

export const flag: v.GenericSchema<unknown, boolean> = v.boolean(wanted("not_flag"));

export const tags: v.GenericSchema<unknown, readonly string[]> = v.pipe(
  boundedList(
    v.pipe(
      v.string(wanted("not_text")),
      v.maxLength(64, wanted("too_long", { max: 64 })),
      v.minLength(1, wanted("empty")),
      v.check(isOneLine, wanted("not_one_line")),
    ),
    32,
  ),
  v.transform((list) => [...new Set(list)]),
);

/**
 * Neither a dot, which a database takes for a path, nor `=`, which separates name and value in a query; and no place in a
 * list, which a record of texts would take too.
 */
const LABEL_NAME = /^[A-Za-z][A-Za-z0-9_/-]{0,62}$/;
const MOST_LABELS = 32;

export type Labels = Readonly<Record<string, string>>;

export const labels: v.GenericSchema<unknown, Labels> = boundedRecord(
  v.pipe(v.string(), v.regex(LABEL_NAME, wanted("label_name_rule"))),
  line(256),
  MOST_LABELS,
);

/** ISO 8601 with a zone: a time that means another instant on another machine is refused. */
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const NOT_AN_INSTANT = wanted("not_instant");

/** `Date` takes the 30th of February for a day in March. */
function hasDayOfMonth(value: string): boolean {
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split("-").map(Number);
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** An instant as text, kept as it is given. */
export const instantText: v.GenericSchema<unknown, string> = v.pipe(
  v.string(NOT_AN_INSTANT),
  v.regex(ISO_INSTANT, NOT_AN_INSTANT),
  v.check(hasDayOfMonth, wanted("not_a_day")),
  v.check((value) => !Number.isNaN(Date.parse(value)), NOT_AN_INSTANT),
);

export const instant: v.GenericSchema<unknown, Date> = v.union(
  [
    v.pipe(
      v.date(),
      v.check((value) => !Number.isNaN(value.getTime()), NOT_AN_INSTANT),
    ),
    v.pipe(
      instantText,
      v.transform((value) => new Date(value)),
    ),
  ],
  NOT_AN_INSTANT,
);
