import type { JsonValue } from "@mojob/core";
import { boundedList, isOneLine, LONGEST_JOB_KEY, wanted } from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";
import { refuseLists, strictObject } from "./strict-object.ts";

/** ISO 8601 with a zone: a time that means another instant on another machine is refused. */
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const NOT_AN_INSTANT = wanted("not_instant");

/** A day that does not exist, such as 30 February, would be read as one of the next month. */
export const isInstant = (value: string): boolean => {
  if (!ISO_INSTANT.test(value) || Number.isNaN(Date.parse(value))) return false;
  const day = value.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
};

/** An instant a client sends, checked and passed on as it is. */
export const instantText: Parser<string> = v.pipe(
  v.string(NOT_AN_INSTANT),
  v.metadata({ format: "date-time" }),
  v.check(isInstant, NOT_AN_INSTANT),
);

/** An instant that a client sends. Its description is given here: a schema that makes a `Date` takes none later. */
export function instant(description: string): Parser<Date> {
  return v.pipe(
    v.string(NOT_AN_INSTANT),
    v.metadata({ format: "date-time", description, examples: ["2026-01-31T08:00:00.000Z"] }),
    v.check(isInstant, NOT_AN_INSTANT),
    v.transform((value) => new Date(value)),
  );
}

/** An instant that we send: ISO 8601, UTC, milliseconds. */
export const instantOut: Parser<string> = v.pipe(v.string(), v.isoTimestamp());

export function text(maxLength: number, minLength = 0): Parser<string> {
  return v.pipe(
    v.string(wanted("not_text")),
    v.minLength(minLength, minLength === 1 ? wanted("empty") : wanted("too_short", { min: minLength })),
    v.maxLength(maxLength, wanted("too_long", { max: maxLength })),
  );
}

/** Text of one line. */
export function line(maxLength: number, minLength = 0): Parser<string> {
  return v.pipe(text(maxLength, minLength), v.check(isOneLine, wanted("not_one_line")));
}

export function wholeNumber(min: number, max: number): Parser<number> {
  return v.pipe(
    v.number(wanted("not_number")),
    v.integer(wanted("not_whole")),
    v.minValue(min, wanted("too_small", { min })),
    v.maxValue(max, wanted("too_large", { max })),
  );
}

export function oneOf<const Value extends string>(values: readonly Value[]): Parser<Value> {
  return v.picklist(values, wanted("not_one_of", { values }));
}

export function flag(): Parser<boolean> {
  return v.boolean(wanted("not_flag"));
}

/** A list of which no more than one item too many is looked at, however long it is. */
export function listOf<Item>(item: Parser<Item>, maxLength: number, minLength = 0): Parser<Item[]> {
  return v.pipe(boundedList(item, maxLength), v.minLength(minLength, wanted("too_few", { min: minLength })));
}

export function nullable<Value>(schema: Parser<Value>): Parser<Value | null> {
  return v.nullable(schema);
}

/** Any JSON value; a request's body is nothing else. */
export const json: Parser<JsonValue> = v.pipe(
  v.unknown(),
  v.description("Any JSON value"),
) as Parser<unknown> as Parser<JsonValue>;

/** An object with any members, such as a JSON Schema. */
export const jsonObject: Parser<{ readonly [key: string]: JsonValue }> = v.pipe(
  refuseLists(v.record(v.string(), json, wanted("not_object"))),
  v.description("A JSON object"),
);

/** A length of time in milliseconds, up to a year. */
export const durationMs: Parser<number> = wholeNumber(0, 366 * 24 * 60 * 60 * 1000);

export const jobKey: Parser<string> = v.pipe(
  text(LONGEST_JOB_KEY, 1),
  v.description("A job's key; percent-encode it in a path"),
  v.examples(["ledger/close"]),
);

/** An app's name; which characters it may have is checked with the name itself. */
export const appName: Parser<string> = text(63, 1);

/** The path parameters of a job's routes. */
export const jobPath: Parser<{ readonly key: string }> = strictObject({ key: jobKey });

export const instanceId: Parser<string> = v.pipe(
  text(256, 1),
  v.description(
    "`<jobKey>@<nominal time>`, `<jobKey>#<idempotency key>` or a UUID; percent-encode it in a path",
  ),
);
