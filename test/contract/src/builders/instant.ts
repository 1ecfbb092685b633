import { systemClock } from "@mojob/core/ports";

const MINUTE_MS = 60_000;

/** Two hours ago, on the minute: recent, because a store need not keep a record of what ended long ago. */
const START_MS = Math.floor(systemClock.now().getTime() / MINUTE_MS - 120) * MINUTE_MS;

/** The instant test records count from, and those so many milliseconds after (or before) it. */
export function instant(afterMs = 0): Date {
  return new Date(START_MS + afterMs);
}
