import { resolveTimeZone } from "./cron/time-zone.ts";

/** A change of the local clocks of a zone, as one for daylight saving. */
export interface ClockChange {
  readonly timeZone: string;
  readonly at: Date;
  /** The offset of local clocks from UTC before it. */
  readonly beforeMs: number;
  readonly afterMs: number;
}

/** Where fires are further apart, only changes near one of them say anything about them. */
const FAR_APART_MS = 8 * 86_400_000;
const NEAR_MS = 86_400_000;
const MOST = 20;

/**
 * The changes of a zone's clocks that fires come to, the first ones: an hour that is left out, or comes twice, explains why they are not
 * as far apart as others.
 * @param fires ascending
 */
export function clockChanges(timeZone: string, after: Date, fires: readonly Date[]): readonly ClockChange[] {
  const found: ClockChange[] = [];
  let from = after;
  for (const fire of fires) {
    const isClose = fire.getTime() - from.getTime() <= FAR_APART_MS;
    for (const change of changesBetween(timeZone, isClose ? from : nearest(from, fire), fire))
      found.push(change);
    from = fire;
    if (found.length >= MOST) break;
  }
  return found.slice(0, MOST);
}

function nearest(from: Date, fire: Date): Date {
  return new Date(Math.max(from.getTime(), fire.getTime() - NEAR_MS));
}

/** The changes of a zone's clocks after an instant and until another one. */
export function changesBetween(timeZone: string, after: Date, until: Date): readonly ClockChange[] {
  const zone = resolveTimeZone(timeZone);
  const changes: ClockChange[] = [];
  const last = until.getTime() / 1000;
  let span = zone.spanAt(after.getTime() / 1000);
  while (span.to <= last) {
    const next = zone.spanAt(span.to);
    if (next.offset !== span.offset)
      changes.push({
        timeZone,
        at: new Date(span.to * 1000),
        beforeMs: span.offset * 1000,
        afterMs: next.offset * 1000,
      });
    span = next;
  }
  return changes;
}
