import type { NodeRow } from "./node-rows.ts";

/** The time that a drawing shows, in milliseconds since 1970. */
export interface TimeScale {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** From the first thing that any node did until the last. */
export function scaleOf(rows: readonly NodeRow[], nowMs: number): TimeScale | null {
  let [from, until] = [Infinity, -Infinity];
  for (const { times } of rows)
    for (const { fromMs, untilMs } of times?.spans ?? []) {
      from = Math.min(from, fromMs);
      until = Math.max(until, untilMs ?? nowMs);
    }
  return from === Infinity ? null : { fromMs: from, untilMs: Math.max(until, from + 1) };
}

/** A place on the scale: 0 is its beginning, 1 its end. */
export function placeOf({ fromMs, untilMs }: TimeScale, atMs: number): number {
  return Math.min(1, Math.max(0, (atMs - fromMs) / (untilMs - fromMs)));
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000].concat(
  [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * 60_000),
);
const MOST_TICKS = 6;

/** Round durations since its beginning, at most six of them. */
export function ticksOf({ fromMs, untilMs }: TimeScale): readonly number[] {
  const length = untilMs - fromMs;
  const step = STEPS.find((one) => length / one <= MOST_TICKS) ?? Math.ceil(length / MOST_TICKS);
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step);
}
