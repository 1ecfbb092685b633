import * as v from "valibot";
import type { Parser } from "../request/validate.ts";

/** Takes whatever others appended to a link or a probe, and reads none of it. */
export const ANY_QUERY: Parser<object> = v.object({});

const ONCE = "must be given once";

/** Text in a query, not empty. */
export function queryText(maxLength: number, description: string): Parser<string> {
  return v.pipe(
    v.string(ONCE),
    v.description(description),
    v.minLength(1, "must not be empty"),
    v.maxLength(maxLength, `must be at most ${maxLength} characters`),
    v.check((value) => value.isWellFormed() && !value.includes("\0"), "must be text"),
  );
}

export function queryNumber(min: number, max: number, description: string): Parser<number> {
  const wanted = `must be a whole number from ${min} to ${max}`;
  const isInRange = (value: string): boolean =>
    /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return v.pipe(
    v.string(ONCE),
    v.metadata({ type: "integer", minimum: min, maximum: max, description }),
    v.check(isInRange, wanted),
    v.transform(Number),
  );
}

export function queryFlag(description: string): Parser<boolean> {
  return v.pipe(
    v.string(ONCE),
    v.metadata({ type: "boolean", description }),
    v.check((value) => value === "true" || value === "false", "must be true or false"),
    v.transform((value) => value === "true"),
  );
}

export function queryOneOf<const Value extends string>(
  values: readonly Value[],
  description: string,
): Parser<Value> {
  return v.pipe(v.picklist(values, `must be one of ${values.join(", ")}`), v.description(description));
}

/** Several of a closed set: given once with commas, or more than once. */
export function querySeveral<const Value extends string>(
  values: readonly Value[],
  description: string,
): Parser<Value[]> {
  const wanted = `must be some of ${values.join(", ")}`;
  const known: ReadonlySet<unknown> = new Set(values);
  return v.pipe(
    v.unknown(),
    v.metadata({ type: "array", items: { type: "string", enum: [...values] }, description }),
    v.transform((value) => [value].flat().flatMap((part) => String(part).split(","))),
    v.check((parts) => parts.every((part) => known.has(part)), wanted),
    v.transform((parts) => [...new Set(parts)] as Value[]),
  );
}

/** Several texts without commas of their own: given once with commas, or more than once. */
export function queryTexts(maxLength: number, maxCount: number, description: string): Parser<string[]> {
  const wanted = `must be 1 to ${maxCount} texts of at most ${maxLength} characters`;
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
    v.check((parts) => parts.length <= maxCount && parts.every(isText), wanted),
  );
}
