import type { JsonValue } from "@mojob/core";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";
import { refuseLists, strictObject } from "./strict-object.ts";

/** ISO 8601 with a zone: a time that means another instant on another machine is refused. */
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const NOT_AN_INSTANT = 'must be an ISO 8601 time with a zone, such as "2026-01-31T08:00:00Z"';

const IS_INSTANT = (value: string): boolean => ISO_INSTANT.test(value) && !Number.isNaN(Date.parse(value));

/** An instant a client sends, checked and passed on as it is. */
export const instantText: Parser<string> = v.pipe(
  v.string(NOT_AN_INSTANT),
  v.metadata({ format: "date-time" }),
  v.check(IS_INSTANT, NOT_AN_INSTANT),
);

/** An instant a client sends; what it is for is said here, as nothing can be said of it once it is a date. */
export function instant(description: string): Parser<Date> {
  return v.pipe(
    v.string(NOT_AN_INSTANT),
    v.metadata({ format: "date-time", description, examples: ["2026-01-31T08:00:00.000Z"] }),
    v.check(IS_INSTANT, NOT_AN_INSTANT),
    v.transform((value) => new Date(value)),
  );
}

/** An instant we answer: ISO 8601, UTC, milliseconds. */
export const instantOut: Parser<string> = v.pipe(v.string(), v.isoTimestamp());

export function text(maxLength: number, minLength = 0): Parser<string> {
  return v.pipe(
    v.string("must be text"),
    v.minLength(
      minLength,
      minLength === 1 ? "must not be empty" : `must be at least ${minLength} characters`,
    ),
    v.maxLength(maxLength, `must be at most ${maxLength} characters`),
  );
}

export function wholeNumber(min: number, max: number): Parser<number> {
  return v.pipe(
    v.number("must be a number"),
    v.integer("must be a whole number"),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );
}

export function oneOf<const Value extends string>(values: readonly Value[]): Parser<Value> {
  return v.picklist(values, `must be one of ${values.join(", ")}`);
}

export function flag(): Parser<boolean> {
  return v.boolean("must be true or false");
}

export function listOf<Item>(item: Parser<Item>, maxLength: number, minLength = 0): Parser<Item[]> {
  return v.pipe(
    v.array(item, "must be a list"),
    v.minLength(minLength, `must have at least ${minLength}`),
    v.maxLength(maxLength, `must have at most ${maxLength}`),
  );
}

export function nullable<Value>(schema: Parser<Value>): Parser<Value | null> {
  return v.nullable(schema);
}

/** Any JSON value; a request's body is nothing else. */
export const json: Parser<JsonValue> = v.pipe(
  v.unknown(),
  v.description("Any JSON value"),
) as Parser<unknown> as Parser<JsonValue>;

/** An object whose members are not ours to know, such as a JSON Schema. */
export const jsonObject: Parser<{ readonly [key: string]: JsonValue }> = v.pipe(
  refuseLists(v.record(v.string(), json, "must be an object")),
  v.description("A JSON object"),
);

/** A length of time in milliseconds, up to a year. */
export const durationMs: Parser<number> = wholeNumber(0, 366 * 24 * 60 * 60 * 1000);

export const jobKey: Parser<string> = v.pipe(
  text(128, 1),
  v.description("A job's key; percent-encode it in a path"),
  v.examples(["ledger/close"]),
);

/** The path parameters of a job's routes. */
export const jobPath: Parser<{ readonly key: string }> = strictObject({ key: jobKey });

export const instanceId: Parser<string> = v.pipe(
  text(256, 1),
  v.description(
    "`<jobKey>@<nominal time>`, `<jobKey>#<idempotency key>` or a UUID; percent-encode it in a path",
  ),
);
