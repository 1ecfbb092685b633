import { useSyncExternalStore } from "react";
import { secondTicker } from "./clock.ts";

const A_MINUTE_MS = 60_000;

/** Where a window of the last so many milliseconds begins, to the minute: a moment later it is the same read. */
export function useWindowStart(windowMs: number): string {
  const minute = useSyncExternalStore(secondTicker.subscribe, () =>
    Math.floor((secondTicker.read() - windowMs) / A_MINUTE_MS),
  );
  return new Date(minute * A_MINUTE_MS).toISOString();
}
