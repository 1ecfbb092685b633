import type { ReportBucket, ReportCount, ReportFigures, ReportSpread, ReportTotal } from "@mojob/core/engine";
import { type Histogram, OTHER_NAMES, quantileOf, type RollupFigures } from "@mojob/core/ports";

/** Sums as reports show them. */
export function figuresOf(sums: RollupFigures): ReportFigures {
  const { succeeded, terminated, cancelled, skipped, retries, workMs } = sums;
  const judged = succeeded + terminated;
  return {
    runs: judged + cancelled + skipped,
    succeeded,
    terminated,
    cancelled,
    skipped,
    successRate: judged === 0 ? null : succeeded / judged,
    retries,
    workMs,
    cpuMs: sums.cpuMs === undefined ? null : Math.round(sums.cpuMs),
    peakMemoryBytes: sums.peakMemoryBytes ?? null,
    duration: spreadOf(sums.duration),
    wait: spreadOf(sums.wait),
    lateness: spreadOf(sums.lateness),
  };
}

export function totalOf(sums: RollupFigures): ReportTotal {
  return { ...figuresOf(sums), codes: countsOf(sums.codes), causes: countsOf(sums.causes) };
}

export function bucketAt(at: Date, sums: RollupFigures): ReportBucket {
  return { at, ...figuresOf(sums) };
}

function spreadOf(histogram: Histogram): ReportSpread {
  const { count, sum, max } = histogram;
  return {
    count,
    meanMs: count === 0 ? null : Math.round(sum / count),
    p50Ms: rounded(quantileOf(histogram, 0.5)),
    p95Ms: rounded(quantileOf(histogram, 0.95)),
    maxMs: count === 0 ? null : max,
  };
}

function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}

/** The most frequent first; what stands for all others comes last. */
function countsOf(names: Readonly<Record<string, number>>): readonly ReportCount[] {
  const isOther = (name: string): number => (name === OTHER_NAMES ? 1 : 0);
  return Object.entries(names)
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => isOther(a.name) - isOther(b.name) || b.count - a.count || (a.name < b.name ? -1 : 1));
}
