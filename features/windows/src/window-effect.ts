import type { JobDefinition } from "@mojob/core";
import type { HitJob, LoopTurns, TimeWindow, WindowEffect } from "@mojob/core/engine";
import { compileWindow, countOwedFires, nextFire, type ScheduleFacts } from "@mojob/core/feature";

const COUNTED_MS = 31 * 24 * 3_600_000;
const MOST_SHOWN = 20;

/**
 * Compares what jobs would fire with a window and without it, as they are now.
 * @param facts what their fires depend on, without the window
 */
export async function effectOf(
  window: TimeWindow,
  jobs: readonly JobDefinition[],
  facts: ScheduleFacts,
  turns: LoopTurns,
): Promise<WindowEffect> {
  const opensAt = window.from.getTime();
  const countedTo = new Date(Math.min(window.until?.getTime() ?? Infinity, opensAt + COUNTED_MS));
  const hit = await turns.run(compare(window, jobs, facts, countedTo));
  return {
    jobs: jobs.length,
    countedTo,
    leftOut: hit.reduce((sum, { leftOut }) => sum + leftOut, 0),
    mostHit: hit.toSorted((a, b) => b.leftOut - a.leftOut).slice(0, MOST_SHOWN),
  };
}

function* compare(
  window: TimeWindow,
  jobs: readonly JobDefinition[],
  facts: ScheduleFacts,
  countedTo: Date,
): Generator<void, readonly HitJob[]> {
  const after = new Date(window.from.getTime() - 1);
  const { rules } = facts;
  const held = { ...facts, rules: { ...rules, windows: [...rules.windows, compileWindow(window)] } };
  const hit: HitJob[] = [];
  for (const job of jobs) {
    yield;
    const leftOut =
      countOwedFires(job, after, countedTo, facts) - countOwedFires(job, after, countedTo, held);
    if (leftOut > 0) hit.push({ jobKey: job.key, leftOut, next: nextFire(job, countedTo, held) });
  }
  return hit;
}
