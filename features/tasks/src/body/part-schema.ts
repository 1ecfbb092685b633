import type { JsonValue } from "@mojob/core";
import { wanted } from "@mojob/core/engine";
import type { ExpressionText } from "@mojob/core/feature";
import * as v from "valibot";

const LONGEST_NAME = 64;
/** States and values are kept by these names: the one that reaches a prototype is none. */
const NODE_ID = /^(?!__proto__$)[\p{L}\p{N}_-]{1,64}$/u;

/** Longer texts are refused by `parseExpression`, with their place. */
export const expression: v.GenericSchema<unknown, ExpressionText> = v.pipe(
  v.string(wanted("not_text")),
  v.minLength(1, wanted("empty")),
);

export const flag: v.GenericSchema<unknown, boolean> = v.boolean(wanted("not_flag"));

/** Any JSON: the whole body was copied as JSON before. */
export const json: v.GenericSchema<unknown, JsonValue> = v.custom<JsonValue>(
  (value) => value !== undefined,
  wanted("not_json"),
);

export const nodeId: v.GenericSchema<unknown, string> = v.pipe(
  v.string(wanted("not_text")),
  v.regex(NODE_ID, wanted("node_id_rule")),
);

export const name: v.GenericSchema<unknown, string> = text(LONGEST_NAME);

export function text(max: number): v.GenericSchema<unknown, string> {
  return v.pipe(
    v.string(wanted("not_text")),
    v.minLength(1, wanted("empty")),
    v.maxLength(max, wanted("too_long", { max })),
  );
}

export function oneOf<const Value extends string>(
  set: Readonly<Record<string, Value>>,
): v.GenericSchema<unknown, Value> {
  const values = Object.values(set);
  return v.picklist(values, wanted("not_one_of", { values }));
}

export function wholeFrom(min: number, max: number): v.GenericSchema<unknown, number> {
  return v.pipe(
    v.number(wanted("not_number")),
    v.integer(wanted("not_whole")),
    v.minValue(min, wanted("out_of_range", { min, max })),
    v.maxValue(max, wanted("out_of_range", { min, max })),
  );
}
