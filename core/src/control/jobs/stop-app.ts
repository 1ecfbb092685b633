import type { Requester } from "../../access/requester.ts";
import type { Clock } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { writeAppStop } from "../../definition/app/app-stop.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import { releaseHeld } from "../../waiting/release/release-held.ts";
import { readFiringCursor } from "../../duties/firing-loop.ts";
import type { JobDefinition, JobPause } from "../../model/job-definition.ts";
import { assertApp } from "../../model/name/names.ts";
import { stoppedAppKey } from "../../model/name/state-key.ts";
import { isInForce } from "../../model/begin/pause-in-force.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { WaitingFires } from "../../model/option/value/waiting-fires.ts";
import type { StopAppRequest } from "../../scheduler/job-service.ts";
import { endStopped, endWaiting, NOT_UNDER_WAY } from "./end-waiting.ts";
import { ActKind } from "../../model/history/act.ts";
import type { ActLog } from "../history/act-log.ts";
import { MOST_TRIES, REMEMBER_PAUSES_MS, withPause } from "./pauses.ts";

export interface StopAppOptions {
  readonly tenant: string;
  /** How to treat waiting runs, where the request does not say. @default "hold" */
  readonly stopWaiting?: WaitingFires;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly runtime: IMoRuntime;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly actLog: ActLog;
}

/** As `JobService.stopApp`. The stop is kept before jobs are read, so that one that is registered meanwhile is among them or reads it. */
export async function stopApp(
  requester: Requester,
  app: string,
  { note = null, waiting }: StopAppRequest,
  options: StopAppOptions,
): Promise<void> {
  assertApp(app);
  const { tenant, state, clock } = options;
  const { by } = requester;
  requester.assertApp(app, `stop app "${app}"`);
  const pause: JobPause = { at: clock.now(), until: null, note, ...(by !== null && { by }) };
  // Before the first of its writes: one that fails half-way has begun all the same.
  await options.actLog.note([options.actLog.make(requester, { kind: ActKind.StopApp, app, note })]);
  await writeAppStop(state, tenant, app, pause);
  const cursor = await readFiringCursor(state, tenant);
  const rememberFrom = new Date((cursor?.getTime() ?? 0) - REMEMBER_PAUSES_MS);
  const stopped = await changeJobs(requester, app, "stop", options, (job) => {
    if (isInForce(job.appPause, pause.at)) return job;
    const { pause: appPause, ...since } = withPause(
      { ...job, pause: job.appPause ?? null },
      pause,
      rememberFrom,
    );
    return { ...job, appPause, ...since };
  });
  if ((waiting ?? options.stopWaiting) !== WaitingFires.Cancel) return;
  for (const job of stopped) await endWaiting(options, job, NOT_UNDER_WAY, endStopped(by, note));
}

/** As `JobService.startApp`. */
export async function startApp(requester: Requester, app: string, options: StopAppOptions): Promise<void> {
  assertApp(app);
  const { tenant, store, state, clock } = options;
  requester.assertApp(app, `start app "${app}"`);
  await options.actLog.note([options.actLog.make(requester, { kind: ActKind.StartApp, app })]);
  await state.delete(stoppedAppKey(tenant, app));
  const now = clock.now();
  const started = await changeJobs(requester, app, "start", options, (job) =>
    job.appPause && isInForce(job.appPause, now)
      ? { ...job, appPause: { ...job.appPause, until: now } }
      : job,
  );
  if (started.length > 0) await releaseHeld({ app }, { ...options, store: store.instances });
}

/** Changes each job of an app, whatever else changes it meanwhile; resolves to how they are then. */
async function changeJobs(
  { by }: Requester,
  app: string,
  doing: string,
  { cache, clock }: StopAppOptions,
  next: (job: JobDefinition) => JobDefinition,
): Promise<readonly JobDefinition[]> {
  const jobs = (await cache.getAll()).filter((job) => job.app === app);
  const changed: JobDefinition[] = [];
  for (const job of jobs) {
    const after = await changeJob(job, (current) => {
      const wanted = next(current);
      if (wanted === current) return current;
      return { ...wanted, revision: current.revision + 1, updatedAt: clock.now(), updatedBy: by };
    });
    if (after !== null) changed.push(after);
  }
  return changed;

  async function changeJob(
    job: JobDefinition,
    change: (current: JobDefinition) => JobDefinition,
  ): Promise<JobDefinition | null> {
    let current: JobDefinition | null = job;
    for (let tries = 0; tries < MOST_TRIES && current !== null; tries += 1) {
      const wanted = change(current);
      if (wanted === current || (await cache.save(wanted, current.revision))) return wanted;
      current = await cache.get(job.key);
    }
    if (current === null) return null;
    throw new MoJobError(
      MoJobErrorCode.StaleRevision,
      `Cannot ${doing} app "${app}": job "${job.key}" is being changed by others`,
    );
  }
}
