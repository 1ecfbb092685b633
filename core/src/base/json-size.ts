import type { JsonObject, JsonValue } from "./json.ts";

/** About how many bytes a value takes as JSON: texts by their UTF-16 units, without writing them. */
export function sizeOf(value: JsonValue): number {
  if (value === null) return 0;
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object") return 8;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) size += sizeOf(item) + 1;
    return size;
  }
  // Names and not entries: those would be a pair for each, and the arguments of every run are sized.
  const members = value as JsonObject;
  for (const name of Object.keys(members)) size += name.length + 4 + sizeOf(members[name] ?? null);
  return size;
}
