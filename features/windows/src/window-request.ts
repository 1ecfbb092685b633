import {
  invalidInput,
  isOneLine,
  issueAt,
  type TimeWindow,
  wanted,
  WindowFires,
  WindowHolds,
} from "@mojob/core/engine";
import { instant, maintenanceWindowSchema, parseInput, someNames } from "@mojob/core/feature";
import * as v from "valibot";

const LONGEST_NAME = 100;
const LONGEST_REASON = 500;
const A_DAY_MS = 24 * 3_600_000;
const LONGEST_DAYS = 92;

/** What a request says of a window. */
export type WindowRequest = Pick<
  TimeWindow,
  "name" | "apps" | "jobs" | "tags" | "until" | "repeats" | "holds" | "fires" | "silences" | "reason"
> & { readonly from: Date | null };

/** What a request changes of a window. */
export type WindowChange = Partial<Pick<TimeWindow, "name" | "until" | "silences" | "reason">>;

const NOT_OBJECT = wanted("not_object");
const name = line(LONGEST_NAME);
const reason = line(LONGEST_REASON);
const silences = v.boolean(wanted("not_flag"));
const until = v.nullable(instant);

const requestSchema = v.strictObject(
  {
    name,
    apps: someNames,
    jobs: someNames,
    tags: someNames,
    from: v.optional(v.nullable(instant), null),
    until: v.optional(until, null),
    repeats: v.optional(v.nullable(maintenanceWindowSchema), null),
    holds: v.optional(oneOf(WindowHolds), WindowHolds.Fires),
    fires: v.optional(oneOf(WindowFires), WindowFires.Skip),
    silences: v.optional(silences, false),
    reason,
  },
  NOT_OBJECT,
);

const changeSchema = v.strictObject(
  {
    name: v.optional(name),
    until: v.optional(until),
    silences: v.optional(silences),
    reason: v.optional(reason),
  },
  NOT_OBJECT,
);

/** @throws MoJobError `invalid_argument` also for a time that is over, or has no end and does not come again */
export function parseWindowRequest(input: unknown, now: Date, doing: string): WindowRequest {
  const request = parseInput(requestSchema, input, doing);
  if (request.from !== null && request.from < now)
    throw invalidInput(doing, [issueAt("/from", "in_the_past")]);
  assertTimes({ ...request, from: request.from ?? now }, now, doing);
  return request;
}

/** @throws MoJobError as `parseWindowRequest` */
export function parseWindowChange(
  input: unknown,
  window: TimeWindow,
  now: Date,
  doing: string,
): WindowChange {
  const change = parseInput(changeSchema, input, doing) as WindowChange;
  if (change.until !== undefined) assertTimes({ ...window, until: change.until }, now, doing);
  return change;
}

function assertTimes(
  { from, until: end, repeats }: Pick<TimeWindow, "from" | "until" | "repeats">,
  now: Date,
  doing: string,
): void {
  if (end === null) {
    if (repeats === null) throw invalidInput(doing, [issueAt("/until", "required")]);
    return;
  }
  if (end <= now) throw invalidInput(doing, [issueAt("/until", "in_the_past")]);
  if (end <= from)
    throw invalidInput(doing, [issueAt("/until", "end_before_start", { start: from.toISOString() })]);
  if (repeats === null && end.getTime() - from.getTime() > LONGEST_DAYS * A_DAY_MS)
    throw invalidInput(doing, [issueAt("/until", "window_too_long", { days: LONGEST_DAYS })]);
}

function line(max: number): v.GenericSchema<unknown, string> {
  return v.pipe(
    v.string(wanted("not_text")),
    v.trim(),
    v.nonEmpty(wanted("empty")),
    v.maxLength(max, wanted("too_long", { max })),
    v.check((text) => isOneLine(text) && text.isWellFormed(), wanted("not_one_line")),
  );
}

function oneOf<Value extends string>(
  values: Readonly<Record<string, Value>>,
): v.GenericSchema<unknown, Value> {
  const all = Object.values(values);
  return v.picklist(all, wanted("not_one_of", { values: all }));
}
