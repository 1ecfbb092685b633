import type { JsonValue } from "@mojob/core/ports";
import { isRecord } from "./answer.ts";

/**
 * The lines that a `log` call brought, the first of them number `from`. What clients say beside them differs: `toLineNum` is
 * 0 or the line asked for where nothing is new, and a message instead of lines comes with a number below it.
 */
export function logLines(payload: JsonValue, from: number): readonly string[] {
  if (!isRecord(payload)) return [];
  const { logContent, toLineNum } = payload;
  if (typeof logContent !== "string" || logContent === "" || Number(toLineNum ?? 0) < from) return [];
  return logContent.replace(/\r?\n$/, "").split(/\r?\n/);
}
