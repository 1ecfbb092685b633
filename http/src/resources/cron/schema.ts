import { DstGap, type DstOptions, DstOverlap } from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { oneOf } from "../../schema/fields.ts";
import type { Unset } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";

/** How a schedule treats the hours that daylight saving time skips or repeats. */
export type DstPatch = Unset<DstOptions>;

export const dstPatch: Parser<DstPatch> = strictObject(
  { gap: v.optional(oneOf(Object.values(DstGap))), overlap: v.optional(oneOf(Object.values(DstOverlap))) },
  "must be an object with gap and overlap",
);
