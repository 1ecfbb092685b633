import type { Clock } from "../base/clock.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import { boundedByNodes } from "../definition/task/bounded-waits.ts";
import { taskOfOwnJob } from "../model/task/own-job-key.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { ExecutorRecord } from "../model/executor-record.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { JobWindow } from "../model/window/job-window.ts";
import { canRun } from "../placement/can-run.ts";
import { releaseHeld } from "../waiting/release/release-held.ts";
import { isInForce, pausedUntil } from "../model/begin/pause-in-force.ts";
import { liveSince } from "../placement/liveness.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { IMoRuntime } from "../ports/runtime.ts";
import type { Duty, DutyPass } from "./duty.ts";
import type { ReportFailure } from "../dispatch/unattended-failure.ts";
import { endUnbegun } from "../waiting/overdue/end-unbegun.ts";
import { boundsLateFires, endLateFires } from "../waiting/overdue/late-fires.ts";

const EVERY_MS = 5000;
const SOONEST_MS = 100;

export interface WaitingDutyOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "executors" | "instances">;
  readonly cache: JobDefinitionCache;
  readonly dispatcher: Dispatcher;
  readonly runtime: Pick<IMoRuntime, "forget" | "wake">;
  readonly clock: Clock;
  /** Called with each attempt that its `waitTimeoutMs` ended. @default nothing is called */
  readonly onFailed?: ReportFailure;
}

/**
 * Ends what has waited for too long: attempts by the `waitTimeoutMs` of their job or node, and fires by its misfire rule. It reads
 * runs only of jobs that have such a timeout, also by a task that names them, or that no worker has a place for.
 */
export class WaitingDuty implements Duty {
  readonly name = "wait";
  readonly everyMs: number = EVERY_MS;
  readonly #options: WaitingDutyOptions;
  /** Pauses that ended before the first pass are the reconciler's. */
  #lookedAt: Date;

  constructor(options: WaitingDutyOptions) {
    this.#options = options;
    this.#lookedAt = options.clock.now();
  }

  async run(signal: AbortSignal): Promise<DutyPass> {
    const { tenant, store, cache, clock } = this.#options;
    const lookedAt = this.#lookedAt;
    this.#lookedAt = clock.now();
    const [executors, jobs] = await Promise.all([
      store.executors.list(tenant, liveSince(clock.now())),
      cache.getAll(),
    ]);
    const own = { ...this.#options, store: store.instances };
    let dueInMs = Infinity;
    let nextMs = EVERY_MS;
    const bounded = await boundedByNodes(jobs);
    const end = async (job: JobDefinition, hasWorker: boolean): Promise<void> => {
      const limitMs = Math.min(job.options.waitTimeoutMs ?? Infinity, bounded.get(job.key) ?? Infinity);
      if (limitMs === Infinity) return;
      const next = await endUnbegun(job, hasWorker ? "waited_too_long" : "no_worker", limitMs, own);
      // A run that begins to wait from here on is not overdue before this.
      nextMs = Math.min(nextMs, limitMs);
      if (next !== null) dueInMs = Math.min(dueInMs, next.getTime() - clock.now().getTime());
    };
    // By app, because the jobs in the bodies of tasks rest with the task and are in no list of jobs.
    for (const app of appsOfEnded(jobs, lookedAt, clock.now())) await releaseHeld({ app }, own);
    for (const job of jobs) {
      if (signal.aborted) break;
      const able = executors.filter((executor) => canRun(executor, job));
      const hasWorker = able.length > 0;
      if (boundsLateFires(job) && !able.some(hasPlace)) await endLateFires(job, own);
      const resumedAt = pausedUntil({ pause: job.pause, appPause: job.appPause ?? null }, clock.now());
      if (resumedAt !== null && resumedAt > lookedAt) await releaseHeld({ jobKey: job.key }, own);
      const endsAt = releasedAt(job, clock.now());
      if (endsAt !== null) dueInMs = Math.min(dueInMs, endsAt.getTime() - clock.now().getTime());
      await end(job, hasWorker);
    }
    // Jobs in the bodies of tasks are in no list of jobs.
    const held = [...bounded.keys()].filter((key) => taskOfOwnJob(key) !== null);
    for (const job of (await cache.getMany(held)).values())
      if (!signal.aborted)
        await end(
          job,
          executors.some((executor) => canRun(executor, job)),
        );
    if (dueInMs <= nextMs) return { nextInMs: Math.max(dueInMs, SOONEST_MS) };
    return { nextInMs: Math.max(nextMs, SOONEST_MS), slackMs: Infinity };
  }
}

/** The apps of jobs that a window held which has ended since. */
function appsOfEnded(jobs: readonly JobDefinition[], since: Date, now: Date): ReadonlySet<string> {
  const hasEnded = (window: JobWindow): boolean => (window.endedBy(now)?.getTime() ?? 0) > since.getTime();
  return new Set(jobs.filter(({ windows = [] }) => windows.some(hasEnded)).map(({ app }) => app));
}

/** When what a pause or a window holds now may begin; `null` where nothing is held, or somebody lets it go. */
function releasedAt({ pause, windows = [] }: JobDefinition, now: Date): Date | null {
  const ends = windows.flatMap((window) => window.at(now)?.until ?? []);
  if (isInForce(pause, now) && pause?.until) ends.push(pause.until);
  return ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())));
}

/** Whether a worker was below its limit at its latest heartbeat. */
function hasPlace({ running, limit }: ExecutorRecord): boolean {
  return limit === null || running < limit;
}
