import { type Histogram, quantileOf } from "./histogram.ts";
import type { RollupFigures } from "./rollup.ts";

/** Numbers of a sum by which subjects are put in order, without what the rest of it costs to read. They are added number by number. */
export interface RollupNumbers {
  readonly runs: number;
  /** Runs that failed for good. */
  readonly terminated: number;
  readonly durations: number;
  /** The 95th percentile of the duration, times how many these are: about that of many sums once it is divided. */
  readonly durationP95s: number;
  readonly latenesses: number;
  /** The same of the lateness. */
  readonly latenessP95s: number;
}

export const ROLLUP_NUMBERS: readonly (keyof RollupNumbers)[] = [
  "runs",
  "terminated",
  "durations",
  "durationP95s",
  "latenesses",
  "latenessP95s",
];

export function numbersOf(figures: RollupFigures): RollupNumbers {
  const { succeeded, terminated, cancelled, skipped, duration, lateness } = figures;
  return {
    runs: succeeded + terminated + cancelled + skipped,
    terminated,
    durations: duration.count,
    durationP95s: weighedP95(duration),
    latenesses: lateness.count,
    latenessP95s: weighedP95(lateness),
  };
}

export function addNumbers(one: RollupNumbers, other: RollupNumbers): RollupNumbers {
  return {
    runs: one.runs + other.runs,
    terminated: one.terminated + other.terminated,
    durations: one.durations + other.durations,
    durationP95s: one.durationP95s + other.durationP95s,
    latenesses: one.latenesses + other.latenesses,
    latenessP95s: one.latenessP95s + other.latenessP95s,
  };
}

function weighedP95(histogram: Histogram): number {
  return Math.round((quantileOf(histogram, 0.95) ?? 0) * histogram.count);
}
