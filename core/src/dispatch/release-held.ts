import { isClosed } from "../model/begin/closed-gates.ts";
import { GATES } from "../model/begin/gates.ts";
import { isHeld, isNextInLane } from "../model/instance/lane.ts";
import type { InstanceChange } from "../model/instance/instance-change.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { JobState } from "../model/instance/job-state.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import type { IMoRuntime } from "../ports/runtime.ts";
import { WhenFull } from "../model/option/value/when-full.ts";
import { ReasonCode } from "../model/reason.ts";
import { waitInLane } from "../model/waiting/park.ts";
import { dispatchAgain } from "./dispatch-again.ts";
import { giveTurns, type GiveTurnsOptions } from "./give-turns.ts";
import { readWaiting } from "./read-waiting.ts";

const STATES: readonly JobState[] = ["Enqueued", "Failed"];
const PAGE = 250;

export interface ReleaseHeldOptions extends GiveTurnsOptions {
  readonly store: Pick<IMoInstanceStore, "findOpen" | "firstWaiting" | "update">;
  readonly runtime: Pick<IMoRuntime, "wake">;
}

/** Hands over the runs of a job that a pause held and that none holds any more: those of a job that queues in the order of its line. */
export function releaseHeld(job: JobDefinition, options: ReleaseHeldOptions): Promise<void> {
  return releaseWaiting({ jobKey: job.key }, () => Promise.resolve(job), options);
}

/** As `releaseHeld`, of an app: also runs of jobs that the bodies of its tasks hold, which no list of jobs has. */
export function releaseApp(
  app: string,
  cache: { get(key: string): Promise<JobDefinition | null> },
  options: ReleaseHeldOptions,
): Promise<void> {
  return releaseWaiting({ app }, (key) => cache.get(key), options);
}

async function releaseWaiting(
  of: { readonly app: string } | { readonly jobKey: string },
  jobOf: (key: string) => Promise<JobDefinition | null>,
  options: ReleaseHeldOptions,
): Promise<void> {
  const { tenant, store, clock } = options;
  const now = clock.now();
  const lanes = new Set<string>();
  let runs: HeldRun[] = [];
  for await (const run of readWaiting(store, { tenant, ...of }, STATES, now)) {
    const job = isHeld(run) ? await jobOf(run.jobKey) : null;
    if (job !== null && mayRelease(run, job, now)) runs.push({ run, job });
    if (runs.length < PAGE) continue;
    for (const lane of await release(runs, options)) lanes.add(lane);
    runs = [];
  }
  for (const lane of await release(runs, options)) lanes.add(lane);
  // Once all of them stand in line: the most urgent may be the youngest.
  await giveTurns(lanes, options);
}

/** Whether no pause of its job holds a run any more. */
export function mayRelease(run: JobInstance, job: JobDefinition | null | undefined, now: Date): boolean {
  return job != null && !isClosed(GATES.paused, { job, now, run });
}

/** A run that was held, and its job. */
export interface HeldRun {
  readonly run: JobInstance;
  readonly job: JobDefinition;
}

/**
 * Lets runs go that were held: those of a job that queues wait in their lanes from now on, others are handed over. A workflow that somebody else
 * started goes on by itself, when it is woken.
 * @returns the lanes in which turns are to be given
 */
export async function release(
  held: readonly HeldRun[],
  options: ReleaseHeldOptions,
): Promise<readonly string[]> {
  if (held.length === 0) return [];
  const { store, clock, runtime } = options;
  const now = clock.now();
  const waiting = held.flatMap(({ run, job }) => {
    const change = joinLane(run, job, now);
    return change === null ? [] : [{ run, change }];
  });
  await store.update(waiting.map(({ change }) => change));
  const joined = new Set(waiting.map(({ run }) => run));
  const runs = held.map(({ run }) => run);
  await dispatchAgain(
    runs.filter((run) => !joined.has(run)),
    options,
  );
  await runtime.wake?.(runs);
  return waiting.map(({ run }) => run.lane);
}

/** The change that makes a run wait for a slot as if it had just come; `null` for a job without a line, and for a turn of a fair share. */
function joinLane(run: JobInstance, { options }: JobDefinition, at: Date): InstanceChange | null {
  const { whenFull, maxConcurrency, rateLimit } = options;
  const limit = maxConcurrency ?? rateLimit.max;
  if (whenFull !== WhenFull.Queue || limit === null || !isNextInLane(run) || run.fairShare !== null)
    return null;
  const { tenant, id, attempt } = run;
  return waitInLane({ tenant, id, attempt: attempt + 1 }, at, {
    code: ReasonCode.WaitsForSlot,
    parameters: { limit, ...(maxConcurrency === null && { perMs: rateLimit.perMs }) },
  });
}
