import { DstGap, DstOverlap } from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { oneOf } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";

/** How a schedule treats the hours that daylight saving time skips or repeats. */
export interface DstPatch {
  readonly gap?: DstGap | undefined;
  readonly overlap?: DstOverlap | undefined;
}

export const dstPatch: Parser<DstPatch> = strictObject(
  { gap: v.optional(oneOf(Object.values(DstGap))), overlap: v.optional(oneOf(Object.values(DstOverlap))) },
  "must be an object with gap and overlap",
);
