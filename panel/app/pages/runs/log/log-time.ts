import { formatInstant, TimeMode } from "../../../time/format-time.ts";

/** When a line was written, to the millisecond: the time of day, or how long after the log's first line. */
export function logTime(at: string, mode: TimeMode, firstAt: string): string {
  const instant = new Date(at);
  const ms = String(instant.getUTCMilliseconds()).padStart(3, "0");
  if (mode !== TimeMode.Relative) {
    return `${formatInstant(instant, mode === TimeMode.Utc ? "UTC" : undefined).slice(11)}.${ms}`;
  }
  const sinceMs = Math.max(0, instant.getTime() - Date.parse(firstAt));
  return `+${(sinceMs / 1000).toFixed(3)}`;
}
