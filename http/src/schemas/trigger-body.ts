import type { JsonValue } from "@mojob/core";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";
import { durationMs, flag, instant, json, text, wholeNumber } from "./fields.ts";
import { strictObject } from "./strict-object.ts";

const TIMING = {
  args: v.optional(v.pipe(json, v.description("Must fit the job's `argsSchema`; not for recurring jobs"))),
  delayMs: v.optional(durationMs),
  runAt: v.optional(instant("Instead of `delayMs`; a time in the past is now")),
};

export interface Timing {
  readonly args?: JsonValue | undefined;
  readonly delayMs?: number | undefined;
  readonly runAt?: Date | undefined;
}

export interface TriggerBody extends Timing {
  readonly manual?: boolean | undefined;
  readonly priority?: number | undefined;
}

export interface BatchItem extends Timing {
  readonly idempotencyKey?: string | undefined;
}

/** What runs a job once. */
export const triggerBody: Parser<TriggerBody> = withOneTime(
  strictObject({
    ...TIMING,
    manual: v.optional(v.pipe(flag(), v.description("Asked by hand: runs in debug mode too"))),
    priority: v.optional(wholeNumber(1, 5)),
  }),
);

/** One run of many. */
export const batchItem: Parser<BatchItem> = withOneTime(
  strictObject({ ...TIMING, idempotencyKey: v.optional(text(100, 1)) }),
);

function withOneTime<Request extends Timing>(schema: Parser<Request>): Parser<Request> {
  return v.pipe(
    schema,
    v.check(
      ({ delayMs, runAt }) => delayMs === undefined || runAt === undefined,
      "must not have both delayMs and runAt",
    ),
  );
}
