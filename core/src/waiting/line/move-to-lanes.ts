import type { Clock } from "../../base/clock.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { laneNow, moveToLane } from "../../model/waiting/move-to-lane.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";

/** Between the read and the write a run may begin to wait, or another edit may move it. */
const MOST_TRIES = 5;

export interface MoveToLanesOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "get" | "update">;
  readonly cache: Pick<JobDefinitionCache, "getMany">;
  readonly clock: Clock;
}

/**
 * Gives runs that have not begun the lanes that their jobs give them now; resolves to the runs, in order, each in its lane.
 *
 * Any process may do it at any time. The jobs are read after the runs, so that a run which a later edit has moved is judged by
 * that edit, and each write names the lane that was read.
 */
export async function moveToLanes(
  runs: readonly JobInstance[],
  { tenant, store, cache, clock }: MoveToLanesOptions,
): Promise<readonly JobInstance[]> {
  /** The runs that have changed since they were read. */
  const latest = new Map<string, JobInstance>();
  let left = runs.filter(({ state }) => state !== JobState.Processing);
  for (let tries = 0; tries < MOST_TRIES && left.length > 0; tries += 1) {
    const jobs = await cache.getMany([...new Set(left.map(({ jobKey }) => jobKey))]);
    const now = clock.now();
    const moves = left.flatMap((run) => {
      const job = jobs.get(run.jobKey);
      const lane = job === undefined ? run.lane : laneNow(run, job);
      return lane === run.lane ? [] : [{ run, lane }];
    });
    if (moves.length === 0) break;
    // A store may write them one after another, and a worker look at their lane meanwhile.
    moves.sort((a, b) => a.run.priority - b.run.priority);
    const written = await store.update(moves.map(({ run, lane }) => moveToLane(run, now, lane)));
    for (const [index, { run, lane }] of moves.entries())
      if (written[index] === true) latest.set(run.id, { ...run, lane, updatedAt: now });
    const others = moves.filter((_, index) => written[index] !== true).map(({ run }) => run.id);
    left = others.length === 0 ? [] : (await store.get(tenant, others)).filter((run) => run !== null);
    for (const run of left) latest.set(run.id, run);
  }
  return latest.size === 0 ? runs : runs.map((run) => latest.get(run.id) ?? run);
}
