import type { JsonValue } from "@mojob/core";
import { clockSpans } from "../../old/wall-clock.ts";

const DAY_MS = 86_400_000;
const LOCAL = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.\d+)?$/;

/** A local time without a zone, as the clock of a zone shows it; `null` for anything else, and a zone that there is not. */
export function instantInZone(value: JsonValue | undefined, timeZone: string): Date | null {
  const [, ...parts] = typeof value === "string" ? (LOCAL.exec(value.trim()) ?? []) : [];
  if (parts.length === 0) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  try {
    const spans = clockSpans(timeZone, local - 2 * DAY_MS, local + 2 * DAY_MS);
    const span = spans.find(({ offsetMs, toMs }) => local - offsetMs < toMs) ?? spans.at(-1);
    return span === undefined ? null : new Date(local - span.offsetMs);
  } catch {
    return null;
  }
}
