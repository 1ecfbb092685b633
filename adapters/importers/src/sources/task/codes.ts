import type { JsonValue } from "@mojob/core";
import { isRecord, type JsonRecord, numberOf } from "../json-documents.ts";

/** The codes that a field names: one, a list of them, or none. */
export function codesOf(value: JsonValue | undefined): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((one: JsonValue | undefined) => {
    const code = codeOf(one);
    return code === null ? [] : [code];
  });
}

/** `null` for 0, which stands for nothing. */
export function codeOf(value: JsonValue | undefined): string | null {
  const number = numberOf(value);
  return number === null || number === 0 ? null : String(number);
}

/** An object that may have been written as a text of JSON. */
export function recordOf(value: JsonValue | undefined): JsonRecord {
  const read = jsonOf(value);
  return isRecord(read) ? read : {};
}

/** The records of a list that may have been written as a text of JSON. */
export function recordsOf(value: JsonValue | undefined): readonly JsonRecord[] {
  const read = jsonOf(value);
  return Array.isArray(read) ? read.filter((one): one is JsonRecord => isRecord(one)) : [];
}

function jsonOf(value: JsonValue | undefined): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
