import {
  type Backfill,
  BackfillOnly,
  BackfillOrder,
  type BackfillPlan,
  BackfillState,
  invalidInput,
  issueAt,
  wanted,
} from "@mojob/core/engine";
import { instant, parseInput } from "@mojob/core/feature";
import * as v from "valibot";

const LONGEST_NOTE = 500;
const MOST_AT_ONCE = 100;
const MOST_PER_MINUTE = 10_000;
const LAST_PRIORITY = 5;

/** What a request says of a backfill. */
export interface BackfillRequest extends Omit<BackfillPlan, "args">, Pick<Backfill, "note"> {
  readonly args?: unknown;
  /** Either a job … */
  readonly jobKey?: string | undefined;
  /** … or all recurring jobs of an app. */
  readonly app?: string | undefined;
}

/** What a request changes of a backfill. */
export interface BackfillChange {
  readonly state?:
    | typeof BackfillState.Running
    | typeof BackfillState.Paused
    | typeof BackfillState.Cancelled;
  readonly atOnce?: number;
  readonly perMinute?: number | null;
  /** Whether its open runs are cancelled with it. @default false */
  readonly cancelRuns?: boolean;
}

const NOT_OBJECT = wanted("not_object");
const name = v.pipe(
  v.string(wanted("not_text")),
  v.nonEmpty(wanted("empty")),
  v.maxLength(200, wanted("too_long", { max: 200 })),
);
const atOnce = whole(1, MOST_AT_ONCE);
const perMinute = v.nullable(whole(1, MOST_PER_MINUTE));

const requestSchema = v.strictObject(
  {
    jobKey: v.optional(name),
    app: v.optional(name),
    from: instant,
    to: instant,
    only: v.optional(oneOf(BackfillOnly), BackfillOnly.Missing),
    order: v.optional(oneOf(BackfillOrder), BackfillOrder.Oldest),
    atOnce: v.optional(atOnce, 1),
    perMinute: v.optional(perMinute, null),
    priority: v.optional(whole(1, LAST_PRIORITY), LAST_PRIORITY),
    /** Checked with the schema of its job. */
    args: v.optional(v.unknown()),
    beyondKept: v.optional(v.boolean(wanted("not_flag")), false),
    note: v.optional(
      v.nullable(
        v.pipe(
          v.string(wanted("not_text")),
          v.trim(),
          v.maxLength(LONGEST_NOTE, wanted("too_long", { max: LONGEST_NOTE })),
        ),
      ),
      null,
    ),
  },
  NOT_OBJECT,
);

const SETTABLE = {
  Running: BackfillState.Running,
  Paused: BackfillState.Paused,
  Cancelled: BackfillState.Cancelled,
};

const changeSchema = v.strictObject(
  {
    state: v.optional(oneOf(SETTABLE)),
    atOnce: v.optional(atOnce),
    perMinute: v.optional(perMinute),
    cancelRuns: v.optional(v.boolean(wanted("not_flag"))),
  },
  NOT_OBJECT,
);

/** @throws MoJobError `invalid_argument` also for a range that is empty or reaches beyond now */
export function parseBackfillRequest(input: unknown, now: Date, doing: string): BackfillRequest {
  const request = parseInput(requestSchema, input, doing);
  const { jobKey, app, from, to } = request;
  if ((jobKey === undefined) === (app === undefined))
    throw invalidInput(doing, [
      jobKey === undefined
        ? issueAt("/jobKey", "required")
        : issueAt("", "excludes_each_other", { names: ["jobKey", "app"] }),
    ]);
  if (to <= from)
    throw invalidInput(doing, [issueAt("/to", "end_before_start", { start: from.toISOString() })]);
  if (to > now) throw invalidInput(doing, [issueAt("/to", "in_the_future", { now: now.toISOString() })]);
  return request;
}

export function parseBackfillChange(input: unknown, doing: string): BackfillChange {
  const change = parseInput(changeSchema, input, doing);
  if (change.cancelRuns === true && change.state !== BackfillState.Cancelled)
    throw invalidInput(doing, [issueAt("/cancelRuns", "needs", { other: "state: cancelled" })]);
  return change as BackfillChange;
}

function whole(min: number, max: number): v.GenericSchema<unknown, number> {
  const wrong = wanted("out_of_range", { min, max });
  return v.pipe(v.number(wrong), v.integer(wrong), v.minValue(min, wrong), v.maxValue(max, wrong));
}

function oneOf<Value extends string>(
  values: Readonly<Record<string, Value>>,
): v.GenericSchema<unknown, Value> {
  const all = Object.values(values);
  return v.picklist(all, wanted("not_one_of", { values: all }));
}
