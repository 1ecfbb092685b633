import type { JsonValue, Reason } from "@mojob/core/ports";

/** A reason as it is stored: its code, with its parameters where it has some. */
export type ReasonRow = string | readonly [code: string, parameters: JsonValue] | null;

export function toReasonRow(reason: Reason | null): ReasonRow {
  if (reason === null) return null;
  const { code, parameters } = reason;
  return parameters === undefined ? code : [code, parameters as JsonValue];
}

export function toReason(row: ReasonRow): Reason | null {
  if (row === null) return null;
  return (typeof row === "string" ? { code: row } : { code: row[0], parameters: row[1] }) as Reason;
}
