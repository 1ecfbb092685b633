import type { JsonValue } from "@mojob/core/ports";
import { base64Of, exactNumber } from "../statement/json-values.ts";

/** Types by PostgreSQL's numbers of them. */
const NUMBERS: ReadonlySet<number> = new Set([
  20, // int8
  21, // int2
  23, // int4
  26, // oid
  700, // float4
  701, // float8
  1700, // numeric
]);
const BOOLEAN = 16;
const BYTES = 17;
const JSONS: ReadonlySet<number> = new Set([114, 3802]);
const INSTANT = 1184;

/** Numbers where they are exact, bytes in base64, instants in UTC, and else the text that PostgreSQL shows. */
export function postgresValue(type: number, text: string | null): JsonValue {
  if (text === null) return null;
  if (NUMBERS.has(type)) return exactNumber(text);
  if (type === BOOLEAN) return text === "t";
  if (type === BYTES && text.startsWith(String.raw`\x`)) return base64Of(fromHex(text.slice(2)));
  if (JSONS.has(type)) return JSON.parse(text) as JsonValue;
  if (type === INSTANT) {
    const at = new Date(text.replace(/([+-]\d\d)$/, "$1:00"));
    return Number.isNaN(at.getTime()) ? text : at.toISOString();
  }
  return text;
}

function fromHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}
