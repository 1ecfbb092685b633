import { type Clock, systemClock } from "@mojob/core";

/** The system's clock, wrong by so much; its timers and durations are right, as on a machine whose date is wrong. */
export function shiftedClock(aheadMs: number): Clock {
  return aheadMs === 0
    ? systemClock
    : { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMs) };
}
