import type { InstanceChange } from "./instance-change.ts";
import type { MeasuredUsage } from "./run-usage.ts";

/** Beyond these a value is no measurement: a century of processor time, a pebibyte. */
const MOST_CPU_MS = 100 * 365 * 24 * 3_600_000;
const MOST_MEMORY_BYTES = 2 ** 50;

/** A change that also says what its attempt has used; the change itself where nothing was measured. */
export function withUsage(
  change: InstanceChange,
  attempt: number,
  measured: MeasuredUsage | null,
): InstanceChange {
  if (measured === null) return change;
  const cpuMs = bounded(measured.cpuMs, MOST_CPU_MS);
  const peakMemoryBytes = bounded(measured.peakMemoryBytes, MOST_MEMORY_BYTES);
  if (cpuMs === null && peakMemoryBytes === null) return change;
  const { series = null } = measured;
  return {
    ...change,
    set: { ...change.set, usage: { attempt, cpuMs, peakMemoryBytes }, usageSeries: series },
  };
}

/** A whole number from 0; `null` for what is none. */
function bounded(value: number | null, most: number): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  return Math.round(Math.min(most, Math.max(0, value)));
}
