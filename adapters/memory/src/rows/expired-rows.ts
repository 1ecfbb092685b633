import { isFireAfter, type RetentionSweep } from "@mojob/core/ports";
import { JobState } from "@mojob/core";
import { endedAtMs, type InstanceRow, IS_TERMINAL, stateIndex } from "./instance-row.ts";
import { terminalCount } from "./row-block.ts";
import type { RowList } from "./row-list.ts";

const SKIPPED = stateIndex(JobState.Skipped);

/** The runs of a tenant that a sweep looks at. */
export interface SweptRuns {
  readonly rows: ReadonlyMap<string, InstanceRow>;
  /** The run with its parts, and theirs. */
  whole(row: InstanceRow): readonly InstanceRow[];
}

/**
 * The ended runs of a job that its retention no longer keeps, oldest first, each followed by its parts; blocks it
 * keeps whole are stepped over.
 * @param readTo the number of the last end that every reader of ends has read; later ones are kept
 */
export function expiredRows(
  runs: SweptRuns,
  job: RowList,
  { jobKey, keep, keepSkipped, endedBefore, limit, firesAfter }: RetentionSweep,
  readTo: number,
): InstanceRow[] {
  const expired: InstanceRow[] = [];
  const endedBeforeMs = endedBefore.getTime();
  const isExpired = (row: InstanceRow): boolean =>
    IS_TERMINAL[row.state]! &&
    row.endNumber <= readTo &&
    row.record.abandoned === null &&
    (firesAfter === undefined || !isFireAfter(jobKey, row.record.id, firesAfter));
  const skipped = job.counts[SKIPPED]! - job.parts[SKIPPED]!;
  const surplus = {
    ran: terminalCount(job.counts) - terminalCount(job.parts) - skipped - keep,
    skipped: skipped - keepSkipped,
  };
  for (const block of job.blocks) {
    const hasSurplus = surplus.ran > 0 || (surplus.skipped > 0 && block.counts[SKIPPED]! > 0);
    if (!hasSurplus && block.oldestEndMs >= endedBeforeMs) continue;
    let oldestKeptMs = Infinity;
    for (const row of block.rows) {
      // A part goes with the whole.
      if (!IS_TERMINAL[row.state] || (row.partOf !== null && runs.rows.has(row.partOf))) continue;
      const endMs = endedAtMs(row);
      const kind = row.state === SKIPPED ? "skipped" : "ran";
      const isSurplus = row.partOf === null && surplus[kind] > 0;
      const whole = isSurplus || endMs < endedBeforeMs ? runs.whole(row) : [];
      if (whole.length > 0 && whole.every(isExpired)) {
        if (expired.length >= limit) return expired;
        for (const one of whole) expired.push(one);
      } else if (endMs < oldestKeptMs) {
        oldestKeptMs = endMs;
      }
      if (row.partOf === null) surplus[kind] -= 1;
    }
    block.oldestEndMs = oldestKeptMs;
  }
  return expired;
}
