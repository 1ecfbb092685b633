import { isClosed } from "../model/begin/closed-gates.ts";
import { GATES } from "../model/begin/gates.ts";
import { isHeld } from "../model/instance/lane.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { JobState } from "../model/instance/job-state.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import type { IMoRuntime } from "../ports/runtime.ts";
import { dispatchAgain, type DispatchAgainOptions } from "./dispatch-again.ts";
import { readWaiting } from "./read-waiting.ts";

const STATES: readonly JobState[] = ["Enqueued", "Failed"];
const PAGE = 250;

export interface ReleaseHeldOptions extends DispatchAgainOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "findOpen" | "update">;
  readonly runtime: Pick<IMoRuntime, "wake">;
}

/** Hands over the runs of a job that a pause held and that none holds any more, oldest first. */
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
  let runs: JobInstance[] = [];
  for await (const run of readWaiting(store, { tenant, ...of }, STATES, now)) {
    if (isHeld(run) && mayRelease(run, await jobOf(run.jobKey), now)) runs.push(run);
    if (runs.length < PAGE) continue;
    await release(runs, options);
    runs = [];
  }
  await release(runs, options);
}

/** Whether no pause of its job holds a run any more. */
export function mayRelease(run: JobInstance, job: JobDefinition | null | undefined, now: Date): boolean {
  return job != null && !isClosed(GATES.paused, { job, now, run });
}

/** Hands over runs that were held. A workflow that somebody else started goes on by itself, when it is woken. */
export async function release(runs: readonly JobInstance[], options: ReleaseHeldOptions): Promise<void> {
  if (runs.length === 0) return;
  await dispatchAgain(runs, options);
  await options.runtime.wake?.(runs);
}
