import type { JsonObject, JsonValue } from "@mojob/core/ports";

/** The version of the document: a later one can mean other things. */
export const API_VERSION = "mojob/v1";

/** Members that say what something is come first, so that a person finds it. */
const FIRST = ["id", "key", "name", "app", "kind", "type", "page", "condition"];

/** A value whose members are in one order, however it was made: those that name it, then the others by name. */
export function ordered(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(ordered);
  if (!isObject(value)) return value;
  const names = Object.keys(value).toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  return Object.fromEntries(names.map((name) => [name, ordered(value[name] as JsonValue)]));
}

function rankOf(name: string): number {
  const rank = FIRST.indexOf(name);
  return rank === -1 ? FIRST.length : rank;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
