import { DstGap, DstOverlap, MisfirePolicy } from "@mojob/core";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";
import { durationMs, flag, instantText, listOf, nullable, oneOf, text, wholeNumber } from "./fields.ts";
import { strictObject } from "./strict-object.ts";

/** Options a client states, flat; those of the schedule are for recurring jobs, which the scheduler checks. */
export interface JobOptionsPatch {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly maxConcurrency?: number | null | undefined;
  readonly retryCount?: number | undefined;
  readonly retryIntervalMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly priority?: number | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly retention?:
    | { readonly maxInstances?: number | undefined; readonly maxAgeDays?: number | undefined }
    | undefined;
  readonly cron?: string | null | undefined;
  readonly timeZone?: string | undefined;
  readonly startTime?: string | null | undefined;
  readonly endTime?: string | null | undefined;
  readonly misfire?:
    | { readonly policy?: MisfirePolicy | undefined; readonly graceMs?: number | undefined }
    | undefined;
  readonly dst?: DstPatch | undefined;
}

export interface DstPatch {
  readonly gap?: DstGap | undefined;
  readonly overlap?: DstOverlap | undefined;
}

export const dstPatch: Parser<DstPatch> = strictObject(
  { gap: v.optional(oneOf(Object.values(DstGap))), overlap: v.optional(oneOf(Object.values(DstOverlap))) },
  "must be an object with gap and overlap",
);

export const jobOptionsPatch: Parser<JobOptionsPatch> = strictObject(
  {
    name: v.optional(text(200, 1)),
    description: v.optional(text(4000)),
    disabled: v.optional(flag()),
    maxConcurrency: v.optional(
      v.pipe(nullable(wholeNumber(1, 10_000)), v.description("`null` is unlimited")),
    ),
    retryCount: v.optional(wholeNumber(0, 1000)),
    retryIntervalMs: v.optional(durationMs),
    timeoutMs: v.optional(wholeNumber(1, 366 * 24 * 60 * 60 * 1000)),
    priority: v.optional(v.pipe(wholeNumber(1, 5), v.description("1 (first) to 5 (last)"))),
    tags: v.optional(listOf(text(64, 1), 32)),
    retention: v.optional(
      strictObject(
        {
          maxInstances: v.optional(wholeNumber(1, 10_000_000)),
          maxAgeDays: v.optional(wholeNumber(1, 36_500)),
        },
        "must be an object with maxInstances and maxAgeDays",
      ),
    ),
    cron: v.optional(
      v.pipe(
        nullable(text(256)),
        v.description("Five or six fields, seconds first; `null` never fires by itself"),
      ),
    ),
    timeZone: v.optional(v.pipe(text(64, 1), v.description("An IANA name"))),
    startTime: v.optional(nullable(instantText)),
    endTime: v.optional(nullable(instantText)),
    misfire: v.optional(
      strictObject(
        { policy: v.optional(oneOf(Object.values(MisfirePolicy))), graceMs: v.optional(durationMs) },
        "must be an object with policy and graceMs",
      ),
    ),
    dst: v.optional(dstPatch),
  },
  "must be an object of options",
);
