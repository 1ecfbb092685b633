import * as v from "valibot";
import { wanted } from "../base/issue/issue.ts";

/** The length of a text that a job runs. */
export const LONGEST_SOURCE: number = 256 * 1024;

/** A text that is not empty. */
export function text(max: number): v.GenericSchema<string> {
  return v.pipe(
    v.string(wanted("not_text")),
    v.minLength(1, wanted("empty")),
    v.maxLength(max, wanted("too_long", { max })),
  );
}

/** One value of a closed set. */
export function oneOf<const Value extends string>(
  set: Readonly<Record<string, Value>>,
): v.GenericSchema<Value> {
  return v.picklist(Object.values(set), wanted("not_one_of", { values: Object.values(set) }));
}
