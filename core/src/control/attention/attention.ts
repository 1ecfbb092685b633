import type { AppSet } from "../../access/app-set.ts";
import type { Asker } from "../../access/asker.ts";
import { isInForce } from "../../model/begin/pause-in-force.ts";
import type { JsonValue } from "../../base/json.ts";
import { storeRestoredKey } from "../../model/name/state-key.ts";
import type { Clock } from "../../base/clock.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { differencesFromCode, hasLeftCode, type JobDefinition } from "../../model/job-definition.ts";
import { readFiringCursor } from "../../duties/firing-loop.ts";
import { readLatestFires } from "../../duties/latest-fires.ts";
import type { JobInstanceSummary } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { waitsForSlot } from "../../model/instance/lane.ts";
import { ReasonCode } from "../../model/reason.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import type { InstanceQuery } from "../../ports/instance-queries.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { lacksWorker, lateSince } from "../jobs/job-status.ts";
import { oldestWaiting } from "../scope/oldest-waiting.ts";
import { BY_CREATION, listWithin } from "../scope/scoped-query.ts";
import { type AttentionItem, type AttentionJob, AttentionKind } from "../../scheduler/attention-item.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;
/** Runs looked at in each state: what happened to more than these is happening to these as well. */
const RUNS_READ = 200;
/** Jobs whose latest runs are looked at. */
const JOBS_READ = 20;
const RUNS_OF_JOB = 20;
const JOBS_SHOWN = 5;
const WAITING_MS = 2 * 60 * 1000;
const PAUSED_LONG_MS = 7 * A_DAY_MS;

export interface AttentionOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  /** The workers of some apps. */
  readonly workers: (apps: AppSet) => Promise<readonly ExecutorRecord[]>;
}

/**
 * Lists what needs attention. However many runs there are, it reads the newest 200 failed and 200 skipped ones of the
 * last day, the latest 20 of at most 20 jobs, the oldest 200 whose code goes on, one waiting run and the workers: all from indexes.
 */
export async function readAttention(
  { apps }: Asker,
  options: AttentionOptions,
): Promise<readonly AttentionItem[]> {
  const { tenant, store, state, cache, clock, workers } = options;
  const now = clock.now();
  const from = new Date(now.getTime() - A_DAY_MS);
  const latest = async (runState: JobState): Promise<readonly JobInstanceSummary[]> =>
    (
      await listWithin<InstanceQuery, JobInstanceSummary>(
        apps,
        { tenant, states: [runState], from },
        { limit: RUNS_READ },
        (query, page) => store.queries.list(query, page),
        BY_CREATION,
      )
    ).items;
  const [all, executors, terminated, skipped, oldest, abandoned, cursor, restored] = await Promise.all([
    cache.getAll(),
    workers(apps),
    latest(JobState.Terminated),
    latest(JobState.Skipped),
    oldestWaiting(store.instances, tenant, apps, now),
    store.queries.abandoned(tenant, { limit: RUNS_READ }),
    readFiringCursor(state, tenant),
    state.get(storeRestoredKey(tenant)),
  ]);
  const jobs = new Map(
    all.filter(({ app }) => apps.has(app)).map((definition) => [definition.key, definition]),
  );
  const failedKeys = [...Map.groupBy(terminated, ({ jobKey }) => jobKey).keys()].filter((key) =>
    jobs.has(key),
  );
  const recent = await store.queries.recentByJob(tenant, failedKeys.slice(0, JOBS_READ), RUNS_OF_JOB);
  const definitions = [...jobs.values()];
  const fired = await readLatestFires(definitions, options);
  const found = findingsIn({
    jobs,
    executors,
    skipped,
    oldest,
    recent,
    abandoned: abandoned.items,
    cursor,
    fired,
    restored: restored?.value ?? null,
    now,
  });
  return Object.values(AttentionKind)
    .map((kind) => ({ kind, total: found[kind].length, jobs: worst(found[kind]) }))
    .filter(({ total }) => total > 0);
}

/** The jobs, their latest runs and the rest that the items are found in. */
interface Reading {
  readonly jobs: ReadonlyMap<string, JobDefinition>;
  readonly executors: readonly ExecutorRecord[];
  readonly skipped: readonly JobInstanceSummary[];
  readonly oldest: readonly JobInstanceSummary[];
  readonly recent: ReadonlyMap<string, readonly JobInstanceSummary[]>;
  readonly abandoned: readonly JobInstanceSummary[];
  readonly cursor: Awaited<ReturnType<typeof readFiringCursor>>;
  readonly fired: Awaited<ReturnType<typeof readLatestFires>>;
  readonly restored: JsonValue;
  readonly now: Date;
}

/** The jobs of each kind. */
function findingsIn(reading: Reading): Readonly<Record<AttentionKind, readonly AttentionJob[]>> {
  const { jobs, executors, skipped, oldest, recent, abandoned, cursor, fired, restored, now } = reading;
  const definitions = [...jobs.values()];
  return {
    [AttentionKind.StoreRestored]: storedAgain(definitions, restored),
    [AttentionKind.FiringLate]: definitions.flatMap((definition) => {
      const at = lateSince(definition, cursor, now, fired);
      return at === null ? [] : [about(definition, { at })];
    }),
    [AttentionKind.Failing]: [...recent].flatMap(([key, runs]) => failing(jobs.get(key), runs)),
    [AttentionKind.CodeGoesOn]: goingOn(jobs, abandoned),
    [AttentionKind.NoWorker]: definitions
      .filter((definition) => lacksWorker(definition, executors))
      .map((definition) => about(definition)),
    [AttentionKind.NotInCode]: definitions.filter(hasLeftCode).map((definition) => about(definition)),
    [AttentionKind.AppStopped]: definitions.flatMap((definition) => stopped(definition, now)),
    [AttentionKind.Waiting]: oldest
      .filter((run) => !waitsForSlot(run))
      .flatMap((run) => waiting(jobs.get(run.jobKey), run, now)),
    [AttentionKind.WaitingForSlot]: oldest
      .filter(waitsForSlot)
      .flatMap((run) => waiting(jobs.get(run.jobKey), run, now)),
    [AttentionKind.Missed]: skips(
      jobs,
      skipped.filter(({ missed }) => missed !== null),
      skipped.length,
    ),
    [AttentionKind.BegunTooLate]: skips(
      jobs,
      skipped.filter(({ reason }) => reason?.code === ReasonCode.BegunTooLate),
      skipped.length,
    ),
    [AttentionKind.Overlapped]: skips(
      jobs,
      skipped.filter(
        ({ reason }) => reason?.code === ReasonCode.JobFull || reason?.code === ReasonCode.WaitingLimit,
      ),
      skipped.length,
    ),
    [AttentionKind.PausedLong]: definitions.flatMap((definition) => pausedLong(definition, now)),
    [AttentionKind.Differs]: definitions
      .filter((definition) => differencesFromCode(definition).length > 0)
      .map((definition) => about(definition)),
  };
}

function about({ key, options }: JobDefinition, more: Partial<AttentionJob> = {}): AttentionJob {
  return { key, name: options.name, count: 1, atLeast: false, at: null, instanceId: null, ...more };
}

function worst(jobs: readonly AttentionJob[]): readonly AttentionJob[] {
  return jobs
    .toSorted((a, b) => b.count - a.count || (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))
    .slice(0, JOBS_SHOWN);
}

/** The jobs that were stored again, by what the process noted that did so. */
function storedAgain(definitions: readonly JobDefinition[], note: JsonValue): readonly AttentionJob[] {
  const [at, ...keys]: readonly unknown[] = Array.isArray(note) ? note : [];
  if (typeof at !== "string") return [];
  return definitions
    .filter(({ key }) => keys.includes(key))
    .map((definition) => about(definition, { at: new Date(at) }));
}

/** Failures in a row up to now; what is open, was skipped or cancelled neither ends the row nor lengthens it. */
function failing(
  definition: JobDefinition | undefined,
  runs: readonly JobInstanceSummary[],
): readonly AttentionJob[] {
  const ended = runs.filter(({ state }) => state === JobState.Succeeded || state === JobState.Terminated);
  const succeeded = ended.findIndex(({ state }) => state === JobState.Succeeded);
  const row = succeeded === -1 ? ended : ended.slice(0, succeeded);
  const [last] = row;
  if (definition === undefined || last === undefined) return [];
  const atLeast = succeeded === -1 && runs.length === RUNS_OF_JOB;
  return [about(definition, { count: row.length, atLeast, at: last.completedAt, instanceId: last.id })];
}

function waiting(
  definition: JobDefinition | undefined,
  { id, enqueuedAt }: JobInstanceSummary,
  now: Date,
): readonly AttentionJob[] {
  if (definition === undefined || enqueuedAt === null) return [];
  if (now.getTime() - enqueuedAt.getTime() < WAITING_MS) return [];
  return [about(definition, { at: enqueuedAt, instanceId: id })];
}

/** How many runs of each job hold slots though their attempts have ended, since when, and the oldest of them. */
function goingOn(
  jobs: ReadonlyMap<string, JobDefinition>,
  runs: readonly JobInstanceSummary[],
): readonly AttentionJob[] {
  return [...Map.groupBy(runs, ({ jobKey }) => jobKey)].flatMap(([key, of]) => {
    const definition = jobs.get(key);
    const [first] = of;
    if (definition === undefined || first === undefined) return [];
    const atLeast = runs.length === RUNS_READ;
    return [
      about(definition, { count: of.length, atLeast, at: first.abandoned?.at ?? null, instanceId: first.id }),
    ];
  });
}

/** How often each job's runs were skipped, the latest first in `runs`. */
function skips(
  jobs: ReadonlyMap<string, JobDefinition>,
  runs: readonly JobInstanceSummary[],
  read: number,
): readonly AttentionJob[] {
  return [...Map.groupBy(runs, ({ jobKey }) => jobKey)].flatMap(([key, of]) => {
    const definition = jobs.get(key);
    const [last] = of;
    if (definition === undefined || last === undefined) return [];
    const count = of.reduce((sum, { missed }) => sum + (missed?.count ?? 1), 0);
    return [
      about(definition, { count, atLeast: read === RUNS_READ, at: last.createdAt, instanceId: last.id }),
    ];
  });
}

function pausedLong(definition: JobDefinition, now: Date): readonly AttentionJob[] {
  const { pause } = definition;
  if (pause === null || !isInForce(pause, now)) return [];
  return now.getTime() - pause.at.getTime() >= PAUSED_LONG_MS ? [about(definition, { at: pause.at })] : [];
}

/** At once, however short: nothing of the app fires, and the jobs do not show it. */
function stopped(definition: JobDefinition, now: Date): readonly AttentionJob[] {
  const { appPause = null } = definition;
  return appPause !== null && isInForce(appPause, now) ? [about(definition, { at: appPause.at })] : [];
}
