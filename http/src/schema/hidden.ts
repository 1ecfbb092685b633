import { hiddenIn, Payload } from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";

/** JSON in which something may be hidden from the caller. */
export interface HiddenJson {
  /** Absent where all of it is shown. */
  readonly hidden?: readonly Payload[];
}

const names: Parser<readonly Payload[]> = v.pipe(
  v.array(v.picklist(Object.values(Payload))),
  v.description(
    "What the caller may not see without `payloads:read`, and is `null` or empty; absent where nothing is hidden",
  ),
);

/** The member that says what is hidden. */
export const HIDDEN_FIELD: { readonly hidden: v.ExactOptionalSchema<typeof names, undefined> } = {
  hidden: v.exactOptional(names),
};

/** As JSON, what of a record is hidden. */
export function hiddenJson(shown: object): HiddenJson {
  const hidden = hiddenIn(shown);
  return hidden.length === 0 ? {} : { hidden };
}
