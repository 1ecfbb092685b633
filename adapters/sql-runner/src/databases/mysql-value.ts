import type { JsonValue } from "@mojob/core/ports";
import type { FieldPacket } from "mysql2";
import { base64Of, exactNumber } from "../statement/json-values.ts";

/** MySQL's numbers of the types DECIMAL and NEWDECIMAL. */
const DECIMALS: ReadonlySet<unknown> = new Set([0, 246]);

/** Numbers where they are exact, bytes in base64, and else the text that the database shows. */
export function mysqlValue(field: FieldPacket | undefined, value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return DECIMALS.has(field?.columnType) ? exactNumber(value) : value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array) return base64Of(value);
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}
