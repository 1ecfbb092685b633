import { dispatchAgain } from "../../dispatch/dispatch-again.ts";
import { firstClosed, isClosed } from "../../model/begin/closed-gates.ts";
import { GateEffect, GATES } from "../../model/begin/gates.ts";
import { NO_PLACE } from "../../model/begin/situation.ts";
import type { InstanceChange } from "../../model/instance/instance-change.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { isHeld, isNextInLane } from "../../model/instance/lane.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { WhenFull } from "../../model/option/value/when-full.ts";
import { waitInLane } from "../../model/waiting/park.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import { DUE_STATES, openPages } from "../open-runs.ts";
import { giveTurns, type GiveTurnsOptions } from "../turns/give-turns.ts";

export interface ReleaseHeldOptions extends GiveTurnsOptions {
  readonly store: Pick<IMoInstanceStore, "findOpen" | "firstWaiting" | "update">;
  readonly runtime: Pick<IMoRuntime, "wake">;
}

/** Releases the runs of a job, or of an app, that a pause held and that none holds any more: those of jobs that queue begin in the order of their lines. */
export async function releaseHeld(
  of: { readonly app: string } | { readonly jobKey: string },
  options: ReleaseHeldOptions,
): Promise<void> {
  const { tenant, store, clock } = options;
  const lanes = new Set<string>();
  const query = { tenant, ...of, states: DUE_STATES, unmovedSince: clock.now() };
  for await (const runs of openPages(store, query))
    for (const lane of (await release(runs.filter(isHeld), options)).lanes) lanes.add(lane);
  // Once all of them stand in line: the most urgent may be the youngest.
  await giveTurns(lanes, options);
}

interface Released {
  readonly runs: readonly JobInstance[];
  /** The lanes in which turns are to be given. */
  readonly lanes: readonly string[];
}

/** Lets those of these runs go on that no pause holds any more. A workflow that somebody else started goes on by itself, when it is woken. */
export async function release(
  held: readonly JobInstance[],
  options: Omit<ReleaseHeldOptions, "store"> & GiveTurnsOptions,
): Promise<Released> {
  if (held.length === 0) return { runs: [], lanes: [] };
  const { cache, clock, runtime } = options;
  const jobs = await cache.getMany([...new Set(held.map(({ jobKey }) => jobKey))]);
  const now = clock.now();
  const runs = held.filter((run) => {
    const job = jobs.get(run.jobKey);
    return job !== undefined && !isClosed(GATES.paused, { job, now, run });
  });
  const lanes = await rejoin(runs, jobs, options);
  if (runs.length > 0) await runtime.wake?.(runs);
  return { runs, lanes };
}

/**
 * Has runs go on that nothing keeps from beginning any more: those of a job that queues join its line as if they had just come, others are handed over.
 * @returns the lanes in which turns are to be given
 */
export async function rejoin(
  runs: readonly JobInstance[],
  jobs: ReadonlyMap<string, JobDefinition>,
  options: GiveTurnsOptions,
): Promise<readonly string[]> {
  const { store, clock } = options;
  const now = clock.now();
  const joins = new Map<JobInstance, InstanceChange>();
  for (const run of runs) {
    const change = joinLine(run, jobs.get(run.jobKey) ?? null, now);
    if (change !== null) joins.set(run, change);
  }
  if (joins.size > 0) await store.update([...joins.values()]);
  await dispatchAgain(
    runs.filter((run) => !joins.has(run)),
    options,
  );
  return [...joins.keys()].map(({ lane }) => lane);
}

/** The change that makes a run wait in its line as if it had just come; `null` for a job without a line, and for a turn of a fair share. */
function joinLine(run: JobInstance, job: JobDefinition | null, at: Date): InstanceChange | null {
  const isFirst = run.state === JobState.Enqueued && isNextInLane(run) && run.fairShare === null;
  // A delivery of the newest makes room for it, where its job replaces.
  if (!isFirst || job?.options.whenFull === WhenFull.Replace) return null;
  const closed = firstClosed({ job, now: at, lane: NO_PLACE });
  if (closed?.gate.effect !== GateEffect.Wait) return null;
  const { tenant, id, attempt } = run;
  return waitInLane({ tenant, id, attempt: attempt + 1 }, at, closed.reason);
}
