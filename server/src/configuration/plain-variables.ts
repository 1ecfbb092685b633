import { isOneLine } from "@mojob/core/engine";
import * as v from "valibot";

/** `true` or `false`; without it the one or the other. */
export function flagOf(otherwise: "true" | "false"): v.GenericSchema<string | undefined, boolean> {
  return v.optional(
    v.pipe(
      v.picklist(["true", "false"], 'must be "true" or "false"'),
      v.transform((text) => text === "true"),
    ),
    otherwise,
  ) as v.GenericSchema<string | undefined, boolean>;
}

/** Off where it is not said. */
export const flag: v.GenericSchema<string | undefined, boolean> = flagOf("false");

/** One line of so many characters at most. */
export function line(most: number): v.GenericSchema<string> {
  return v.pipe(
    v.string(),
    v.check(isOneLine, "must be one line without control characters"),
    v.maxLength(most, `must be at most ${most} characters`),
  );
}
