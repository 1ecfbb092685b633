import type { JsonValue } from "@mojob/core/ports";

/** Deeper than this a document could not hold it: BSON ends at 100 levels. */
const DEEPEST = 60;

/** JSON as a document holds it: itself where it can be, so that a shell shows it and can ask for it, else its text. */
export type StoredJson = { readonly value: JsonValue } | { readonly text: string };

/**
 * Documents cannot hold every JSON: names that begin with `$` are operators or references, names with a dot are paths,
 * `_bsontype` makes the driver take an object for something else.
 */
export function toStoredJson(value: JsonValue): StoredJson {
  return isPlain(value) ? { value } : { text: JSON.stringify(value) };
}

export function fromStoredJson(value: JsonValue | undefined, text: string | undefined): JsonValue {
  return text === undefined ? (value ?? null) : (JSON.parse(text) as JsonValue);
}

/** Whether a document can hold it as it is; an instant is a value of documents. */
export function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  if (depth === DEEPEST) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
  return Object.entries(value).every(([name, item]) => isPlainName(name) && isPlain(item, depth + 1));
}

/** Whether a document can have a field of this name. */
export function isPlainName(name: string): boolean {
  return name !== "" && name !== "_bsontype" && !/^\$|[.\0]/.test(name) && name.isWellFormed();
}
