import type { RetentionSweep } from "@mojob/core/ports";
import { endedAtMs, type InstanceRow, IS_TERMINAL } from "./instance-row.ts";
import { terminalCount } from "./row-block.ts";
import type { RowList } from "./row-list.ts";

/**
 * The ended runs of a job that its retention no longer keeps, oldest first; blocks it keeps whole are stepped over.
 * @param readTo the number of the last end that every reader of ends has read; later ones are kept
 */
export function expiredRows(
  job: RowList,
  { keep, endedBefore, limit }: RetentionSweep,
  readTo: number,
): InstanceRow[] {
  const expired: InstanceRow[] = [];
  const endedBeforeMs = endedBefore.getTime();
  let surplus = terminalCount(job.counts) - keep;
  for (const block of job.blocks) {
    if (surplus <= 0 && block.oldestEndMs >= endedBeforeMs) continue;
    let oldestKeptMs = Infinity;
    for (const row of block.rows) {
      if (!IS_TERMINAL[row.state]) continue;
      const endMs = endedAtMs(row);
      if ((surplus > 0 || endMs < endedBeforeMs) && row.endNumber <= readTo) {
        if (expired.length >= limit) return expired;
        expired.push(row);
      } else if (endMs < oldestKeptMs) {
        oldestKeptMs = endMs;
      }
      surplus -= 1;
    }
    block.oldestEndMs = oldestKeptMs;
  }
  return expired;
}
