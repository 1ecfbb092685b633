import { compileSchedule, DstGap, DstOverlap, type ReportSummary, SummaryInterval } from "@mojob/core/engine";
import type { Schedule } from "@mojob/core/feature";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A day that clocks were set back in is an hour longer. */
const LONGEST_DAY_MS = 25 * HOUR_MS;
/** Nobody wants yesterday's summary tomorrow. */
const LATEST_MS = DAY_MS;

type Timed = Pick<ReportSummary, "id" | "interval" | "weekday" | "hour" | "timeZone">;

/** A time that a summary is of. */
export interface SummaryTime {
  readonly from: Date;
  /** When it is due. */
  readonly to: Date;
}

/** What is due now; `null` where nothing has been for a day. An hour that does not exist is the next one, and one that comes twice is its first. */
export function dueTime(summary: Timed, now: Date): SummaryTime | null {
  const to = lastBefore(scheduleOf(summary), new Date(now.getTime() - LATEST_MS), now);
  return to === null ? null : { from: beginOf(summary, to), to };
}

/** What one is of that is sent at another time than it is due: as long as usual, up to now. */
export function timeUpTo({ interval }: Pick<Timed, "interval">, now: Date): SummaryTime {
  const days = interval === SummaryInterval.Weekly ? 7 : 1;
  return { from: new Date(now.getTime() - days * DAY_MS), to: now };
}

/** When the time begins that a summary is of. */
function beginOf(summary: Timed, to: Date): Date {
  const lengthMs = summary.interval === SummaryInterval.Weekly ? 6 * DAY_MS + LONGEST_DAY_MS : LONGEST_DAY_MS;
  // Clocks that jump by more than an hour: then the time is as long as it usually is.
  const earliest = new Date(to.getTime() - lengthMs - 1);
  return (
    lastBefore(scheduleOf(summary), earliest, new Date(to.getTime() - 1)) ?? new Date(to.getTime() - lengthMs)
  );
}

/** The last time after one instant and not after another. */
function lastBefore(schedule: Schedule, after: Date, until: Date): Date | null {
  let found: Date | null = null;
  for (let next = schedule.next(after); next !== null && next <= until; next = schedule.next(next))
    found = next;
  return found;
}

function scheduleOf({ id, interval, weekday, hour, timeZone }: Timed): Schedule {
  const day = interval === SummaryInterval.Weekly ? String((weekday ?? 1) % 7) : "*";
  const dst = { gap: DstGap.Shift, overlap: DstOverlap.First };
  return compileSchedule({ cron: `0 ${hour} * * ${day}`, timeZone, dst, seed: id });
}
