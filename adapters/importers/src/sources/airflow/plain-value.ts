import type { JsonValue } from "@mojob/core";
import { isRecord } from "../json-documents.ts";

/** A value without the types that the serialization writes around it: lengths of time and instants are seconds. */
export function plainValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((one: JsonValue) => plainValue(one));
  if (!isRecord(value)) return value;
  const inner = value["__var"];
  if (typeof value["__type"] === "string" && inner !== undefined && !isKept(value["__type"]))
    return plainValue(inner);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainValue(one)]));
}

/** Types whose name says what the value means. */
function isKept(type: string): boolean {
  return (
    type.includes("timetable") || type.includes("Timetable") || type === "relativedelta" || type === "xcomref"
  );
}
