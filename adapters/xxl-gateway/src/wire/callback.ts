import type { JsonValue } from "@mojob/core/ports";
import { isRecord, parseJson, resultOf } from "./answer.ts";

/** The end of one run, as an executor reports it. */
export interface Callback {
  readonly logId: number;
  readonly code: number;
  /** The value that the handler left: a text, or from Python any JSON. */
  readonly value: JsonValue;
}

/**
 * Reads the body of a callback: a list, or an object with one. Items without a run or without a code are left out, and so
 * is code 0, which says that nothing is settled yet. `null` for a body that is neither.
 */
export function parseCallbacks(body: string): readonly Callback[] | null {
  const value = parseJson(body);
  const items = isRecord(value) ? value["callbackList"] : value;
  if (!Array.isArray(items)) return null;
  return items.filter(isRecord).flatMap((item) => {
    const logId = Number(item["logId"]);
    const { code, value: left } = resultOf(item);
    return Number.isSafeInteger(logId) && code !== null && code !== 0 ? [{ logId, code, value: left }] : [];
  });
}
