import type { JsonValue } from "@mojob/core";
import { isTraceparent, TRACEPARENT, wanted } from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import {
  appName,
  durationMs,
  flag,
  instant,
  jobKey,
  json,
  jsonObject,
  text,
  wholeNumber,
} from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";

const REQUEST = {
  args: v.optional(v.pipe(json, v.description("Must fit the job's `argsSchema`; not for recurring jobs"))),
  delayMs: v.optional(durationMs),
  runAt: v.optional(instant("Instead of `delayMs`; a time in the past is now")),
  manual: v.optional(
    v.pipe(flag(), v.description("Asked by hand: runs in debug mode too; what the panel starts always is")),
  ),
  priority: v.optional(wholeNumber(1, 5)),
  traceparent: v.optional(
    v.pipe(
      text(55, 1),
      v.check(isTraceparent, wanted("pattern", { pattern: TRACEPARENT })),
      v.description("The trace that it belongs to, as W3C Trace Context writes it; else that of the header"),
    ),
  ),
  startedBy: v.optional(
    v.pipe(
      text(1000, 1),
      v.description("The run whose work asks: at most 100 runs begin each other, each at once"),
    ),
  ),
};

export interface RunBody {
  readonly args?: JsonValue | undefined;
  readonly delayMs?: number | undefined;
  readonly runAt?: Date | undefined;
  readonly manual?: boolean | undefined;
  readonly priority?: number | undefined;
  readonly traceparent?: string | undefined;
  readonly startedBy?: string | undefined;
}

export interface BatchItem extends RunBody {
  readonly idempotencyKey?: string | undefined;
}

/** The request to run a job once. */
export const triggerBody: Parser<RunBody> = withOneTime(strictObject(REQUEST));

/** One run of many. */
export const batchItem: Parser<BatchItem> = withOneTime(
  strictObject({ ...REQUEST, idempotencyKey: v.optional(text(100, 1)) }),
);

export interface TryBody {
  readonly app: string;
  readonly jobKey?: string | undefined;
  readonly work: { readonly [member: string]: JsonValue };
  readonly args?: JsonValue | undefined;
}

/** The request to run work that no job has yet. */
export const tryBody: Parser<TryBody> = strictObject(
  {
    app: appName,
    jobKey: v.optional(v.pipe(jobKey, v.description("The job of the app that is edited"))),
    work: v.pipe(jsonObject, v.description("As a job has it: a script, a request or a program")),
    args: REQUEST.args,
  },
  "must be an object with app and work",
);

function withOneTime<Request extends RunBody>(schema: Parser<Request>): Parser<Request> {
  return v.pipe(
    schema,
    v.check(
      ({ delayMs, runAt }) => delayMs === undefined || runAt === undefined,
      wanted("excludes_each_other", { names: ["delayMs", "runAt"] }),
    ),
  );
}
