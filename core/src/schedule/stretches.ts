import type { Schedule } from "./schedule.ts";

/** A stretch of time whose fires are owed. */
export interface Stretch {
  /** Exclusive. */
  readonly after: Date;
  /** Inclusive. */
  readonly to: Date;
}

/** The parts of the stretches that lie in (after, to]. */
export function clip(stretches: readonly Stretch[], after: number, to: number): readonly Stretch[] {
  const clipped: Stretch[] = [];
  for (const stretch of stretches) {
    const first = Math.max(stretch.after.getTime(), after);
    const last = Math.min(stretch.to.getTime(), to);
    if (first < last) clipped.push({ after: new Date(first), to: new Date(last) });
  }
  return clipped;
}

/** The first fire in any of the stretches, which ascend. */
export function firstFire(schedule: Schedule, stretches: readonly Stretch[]): Date | null {
  for (const { after, to } of stretches) {
    const at = schedule.next(after);
    if (at && at <= to) return at;
  }
  return null;
}

export function firesIn(schedule: Schedule, { after, to }: Stretch): readonly Date[] {
  const fires: Date[] = [];
  for (let at = schedule.next(after); at && at <= to; at = schedule.next(at)) fires.push(at);
  return fires;
}

export function countFires(schedule: Schedule, stretches: readonly Stretch[]): number {
  return stretches.reduce((count, { after, to }) => count + schedule.count(after, to), 0);
}

/** The last `wanted` fires of the stretches, ascending. */
export function latestFires(
  schedule: Schedule,
  stretches: readonly Stretch[],
  wanted: number,
): readonly Date[] {
  let latest: readonly Date[] = [];
  for (const stretch of stretches.toReversed()) {
    const missing = wanted - latest.length;
    if (missing === 0) break;
    latest = [...firesIn(schedule, cutToLatest(schedule, stretch, missing)), ...latest];
  }
  return latest;
}

/** The end of a stretch that holds its last `wanted` fires; by halving, so an outage of a year costs no more than one of an hour. */
function cutToLatest(schedule: Schedule, stretch: Stretch, wanted: number): Stretch {
  const { after, to } = stretch;
  if (schedule.count(after, to) <= wanted) return stretch;
  let low = after.getTime();
  let high = to.getTime();
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (schedule.count(new Date(middle), to) >= wanted) low = middle;
    else high = middle;
  }
  return { after: new Date(low), to };
}
