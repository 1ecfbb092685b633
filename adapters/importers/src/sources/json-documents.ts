import type { JsonValue } from "@mojob/core";
import { ImportMistake } from "../import-mistake.ts";

export type JsonRecord = { readonly [name: string]: JsonValue };

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON as a whole, or one document a line as mongoexport writes it; extended JSON becomes plain. @throws ImportMistake `not_json` */
export function readJson(text: string): JsonValue {
  try {
    return plain(JSON.parse(text) as JsonValue);
  } catch (error) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    if (lines.length < 2 || !lines[0]?.trim().endsWith("}")) throw notJson(error);
    return lines.map((line, index) => {
      try {
        return plain(JSON.parse(line) as JsonValue);
      } catch (cause) {
        throw notJson(cause, index + 1);
      }
    });
  }
}

function notJson(cause: unknown, line?: number): ImportMistake {
  const message = (cause instanceof Error ? cause.message : String(cause)).slice(0, 200);
  return new ImportMistake("not_json", { message, ...(line !== undefined && { line }) });
}

/** `{ "$date": … }`, `{ "$oid": … }` and `{ "$numberLong": … }` as texts and numbers. */
function plain(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  const [[name, inner] = ["", null]] = Object.entries(value);
  if (name === "$oid" && typeof inner === "string") return inner;
  if (name === "$date") {
    const at = plain(inner);
    return typeof at === "number" ? new Date(at).toISOString() : at;
  }
  if (/^\$number(Int|Long|Double|Decimal)$/.test(name)) return Number(inner);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

export function textOf(value: JsonValue | undefined): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

export function numberOf(value: JsonValue | undefined): number | null {
  const number = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** An ISO text or ms since the epoch. */
export function instantOf(value: JsonValue | undefined): Date | null {
  const at = typeof value === "string" && !/^\d+$/.test(value) ? Date.parse(value) : numberOf(value);
  return at === null || Number.isNaN(at) || at <= 0 || Math.abs(at) > 8.64e15 ? null : new Date(at);
}

export const MAX_FOUND = 80;

/** A value for people; `-` for one that is not there. */
export function shown(value: JsonValue | undefined): string {
  if (value === undefined) return "-";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MAX_FOUND ? `${text.slice(0, MAX_FOUND)}…` : text;
}
