import * as v from "valibot";
import { parseInput } from "../base/input.ts";
import { JobKind } from "../job/job-kind.ts";
import {
  DstGap,
  type DstOptions,
  DstOverlap,
  MisfirePolicy,
  type MisfireOptions,
  type RetentionOptions,
} from "../job/job-options.ts";

/** Options as code, registrations and edits say them: flat, every one optional, of either kind. */
export interface StatedOptions {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly maxConcurrency?: number | null | undefined;
  readonly retryCount?: number | undefined;
  readonly retryIntervalMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly priority?: number | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly retention?: Stated<RetentionOptions> | undefined;
  readonly cron?: string | null | undefined;
  readonly timeZone?: string | undefined;
  readonly startTime?: Date | null | undefined;
  readonly endTime?: Date | null | undefined;
  readonly misfire?: Stated<MisfireOptions> | undefined;
  readonly dst?: Stated<DstOptions> | undefined;
}

type Stated<Options> = { readonly [Key in keyof Options]?: Options[Key] | undefined };

const A_DAY_MS = 24 * 60 * 60 * 1000;
const A_YEAR_MS = 366 * A_DAY_MS;

const text = (max: number) =>
  v.pipe(v.string("must be text"), v.maxLength(max, `must be at most ${max} characters`));
const name = v.pipe(
  text(200),
  v.check((value) => value.trim() !== "", "must not be blank"),
);
const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.number("must be a number"),
    v.integer("must be a whole number"),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );
const oneOf = <Value extends string>(set: Readonly<Record<string, Value>>) =>
  v.picklist(Object.values(set), `must be one of ${Object.values(set).join(", ")}`);

/** ISO 8601 with a zone: a time that means another instant on another machine is refused. */
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const NOT_AN_INSTANT = 'must be an ISO 8601 time with a zone, such as "2026-01-31T08:00:00Z"';
/** `Date` takes the 30th of February for a day in March. */
function hasDayOfMonth(value: string): boolean {
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split("-").map(Number);
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
const instant = v.union(
  [
    v.pipe(
      v.date(),
      v.check((value) => !Number.isNaN(value.getTime()), NOT_AN_INSTANT),
    ),
    v.pipe(
      v.string(NOT_AN_INSTANT),
      v.regex(ISO_INSTANT, NOT_AN_INSTANT),
      v.check(hasDayOfMonth, "must be a day that its month has"),
      v.transform((value) => new Date(value)),
      v.check((value) => !Number.isNaN(value.getTime()), NOT_AN_INSTANT),
    ),
  ],
  NOT_AN_INSTANT,
);

const COMMON = {
  name: v.optional(name),
  description: v.optional(text(4000)),
  disabled: v.optional(v.boolean("must be true or false")),
  maxConcurrency: v.optional(v.nullable(wholeNumber(1, 10_000))),
  retryCount: v.optional(wholeNumber(0, 1000)),
  retryIntervalMs: v.optional(wholeNumber(0, A_YEAR_MS)),
  timeoutMs: v.optional(wholeNumber(1, A_YEAR_MS)),
  priority: v.optional(wholeNumber(1, 5)),
  tags: v.optional(
    v.pipe(
      v.array(v.pipe(text(64), v.minLength(1, "must not be empty")), "must be a list of words"),
      v.maxLength(32, "must be at most 32 tags"),
      v.transform((tags) => [...new Set(tags)]),
    ),
  ),
  retention: v.optional(
    v.strictObject(
      {
        maxInstances: v.optional(wholeNumber(1, 10_000_000)),
        maxAgeDays: v.optional(wholeNumber(1, 36_500)),
      },
      "must be an object with maxInstances and maxAgeDays",
    ),
  ),
};

const SCHEDULE = {
  cron: v.optional(v.nullable(text(256))),
  timeZone: v.optional(text(64)),
  startTime: v.optional(v.nullable(instant)),
  endTime: v.optional(v.nullable(instant)),
  misfire: v.optional(
    v.strictObject(
      { policy: v.optional(oneOf(MisfirePolicy)), graceMs: v.optional(wholeNumber(0, A_DAY_MS)) },
      "must be an object with policy and graceMs",
    ),
  ),
  dst: v.optional(
    v.strictObject(
      { gap: v.optional(oneOf(DstGap)), overlap: v.optional(oneOf(DstOverlap)) },
      "must be an object with gap and overlap",
    ),
  ),
};

const TriggeredSchema = v.strictObject(COMMON, "must be an object of options");
const RecurringSchema = v.strictObject({ ...COMMON, ...SCHEDULE }, "must be an object of options");

/**
 * Checks stated options, field by field; what only shows when all are together (an end before the start, a wrong cron)
 * is checked when they are resolved.
 * @throws MoJobError `invalid_argument` with a pointer for every mistake, an option of the other kind included
 */
export function parseStatedOptions(kind: JobKind, input: unknown, doing: string): StatedOptions {
  return parseInput(kind === JobKind.Recurring ? RecurringSchema : TriggeredSchema, input, doing);
}
