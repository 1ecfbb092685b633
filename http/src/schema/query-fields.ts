import { wanted } from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";

/** Takes whatever others appended to a link or a probe, and reads none of it. */
export const ANY_QUERY: Parser<object> = v.object({});

const ONCE = wanted("given_twice");

/** Text in a query, not empty. */
export function queryText(maxLength: number, description: string): Parser<string> {
  return v.pipe(
    v.string(ONCE),
    v.description(description),
    v.minLength(1, wanted("empty")),
    v.maxLength(maxLength, wanted("too_long", { max: maxLength })),
    v.check((value) => value.isWellFormed() && !value.includes("\0"), wanted("not_text")),
  );
}

/** A label and its value, as `name=value`. */
export function queryLabel(description: string): Parser<{ readonly name: string; readonly value: string }> {
  return v.pipe(
    queryText(320, description),
    v.regex(/^[^=]+=/, wanted("label_rule")),
    v.transform((text) => {
      const end = text.indexOf("=");
      return { name: text.slice(0, end), value: text.slice(end + 1) };
    }),
  );
}

export function queryNumber(min: number, max: number, description: string): Parser<number> {
  const rule = wanted("out_of_range", { min, max });
  const isInRange = (value: string): boolean =>
    /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return v.pipe(
    v.string(ONCE),
    v.metadata({ type: "integer", minimum: min, maximum: max, description }),
    v.check(isInRange, rule),
    v.transform(Number),
  );
}

export function queryFlag(description: string): Parser<boolean> {
  return v.pipe(
    v.string(ONCE),
    v.metadata({ type: "boolean", description }),
    v.check((value) => value === "true" || value === "false", wanted("not_flag")),
    v.transform((value) => value === "true"),
  );
}

export function queryOneOf<const Value extends string>(
  values: readonly Value[],
  description: string,
): Parser<Value> {
  return v.pipe(v.picklist(values, wanted("not_one_of", { values })), v.description(description));
}

/** Several of a closed set: given once with commas, or more than once. */
export function querySeveral<const Value extends string>(
  values: readonly Value[],
  description: string,
): Parser<Value[]> {
  const rule = wanted("not_some_of", { values });
  const known: ReadonlySet<unknown> = new Set(values);
  return v.pipe(
    v.unknown(),
    v.metadata({ type: "array", items: { type: "string", enum: [...values] }, description }),
    v.transform((value) => [value].flat().flatMap((part) => String(part).split(","))),
    v.check((parts) => parts.every((part) => known.has(part)), rule),
    v.transform((parts) => [...new Set(parts)] as Value[]),
  );
}

/** Several texts without commas of their own: given once with commas, or more than once. */
export function queryTexts(maxLength: number, maxCount: number, description: string): Parser<string[]> {
  const rule = wanted("not_texts", { count: maxCount, max: maxLength });
  const isText = (part: string): boolean =>
    part !== "" && part.length <= maxLength && part.isWellFormed() && !part.includes("\0");
  return v.pipe(
    v.unknown(),
    v.metadata({
      type: "array",
      items: { type: "string", minLength: 1, maxLength },
      minItems: 1,
      maxItems: maxCount,
      description,
    }),
    v.transform((value) => [...new Set([value].flat().flatMap((part) => String(part).split(",")))]),
    v.check((parts) => parts.length <= maxCount && parts.every(isText), rule),
  );
}
