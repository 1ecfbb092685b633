import {
  type IMoJobScheduleMetadataStore,
  type IMoStateStore,
  type JobInstanceSummary,
  JobState,
} from "@mojob/core";
import { firingCursorKey, type JobDefinitionCache, liveSince } from "@mojob/core/engine";
import {
  controlPlaneKeyPrefix,
  isTask,
  readScheduleFacts,
  type ScheduleFactsOptions,
  waitsOf,
} from "@mojob/core/feature";
import { type Clock, ReasonCode } from "@mojob/core/ports";
import type { LongRun, Situation } from "./situation.ts";

/** Enqueued runs looked at, the oldest: what is behind more than these is late because of them. */
const ENQUEUED_READ = 500;
const RUNNING_READ = 200;
const RUNNING_JOBS_READ = 50;
/** A run that is younger is not slow. */
const LONG_MS = 30_000;
const PROCESSING_READ = 500;
const ABANDONED_READ = 100;
/** Runs that say how long one takes. */
const DURATIONS_READ = 50;

export interface SituationReading {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "executors" | "instances" | "queries" | "statistics">;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly rules: ScheduleFactsOptions["rules"];
  readonly clock: Clock;
}

/** Reads how things are: a few bounded reads, however many runs there are. */
export async function readSituation(
  options: SituationReading,
  clockAheadMs: number | null,
): Promise<Situation> {
  const { tenant, store, state, cache, clock } = options;
  const now = clock.now();
  const [definitions, executors, cursor, planes, enqueued] = await Promise.all([
    cache.getAll(),
    store.executors.list(tenant, liveSince(now)),
    state.get(firingCursorKey(tenant)),
    state.list(controlPlaneKeyPrefix(tenant)),
    store.instances.findOpen(
      { tenant, states: [JobState.Enqueued], unmovedSince: now },
      { limit: ENQUEUED_READ },
    ),
  ]);
  const [facts, waiting, running, waitingTasks, abandoned] = await Promise.all([
    readScheduleFacts(definitions, options),
    countWaiting(enqueued.items, options),
    readRunning(now, options),
    definitions.some(isTask) ? readWaitingTasks(options) : [],
    store.queries.abandoned(tenant, { limit: ABANDONED_READ }),
  ]);
  return {
    now,
    jobs: new Map(definitions.map((definition) => [definition.key, definition])),
    executors,
    firedTo: typeof cursor?.value === "string" ? new Date(cursor.value) : null,
    facts,
    enqueued: enqueued.items,
    waiting,
    running,
    waitingTasks,
    abandoned: abandoned.items,
    controlPlanes: planes.length,
    clockAheadMs,
  };
}

/** Counts for the apps that have something enqueued: the others have no backlog. */
async function countWaiting(
  enqueued: readonly JobInstanceSummary[],
  { tenant, store }: SituationReading,
): Promise<ReadonlyMap<string, number>> {
  const apps = [...new Set(enqueued.map(({ app }) => app))];
  const counts = await Promise.all(
    apps.map(async (app) => [app, await store.statistics.countWaiting(tenant, app)] as const),
  );
  return new Map(counts);
}

async function readRunning(now: Date, { tenant, store }: SituationReading): Promise<readonly LongRun[]> {
  const to = new Date(now.getTime() - LONG_MS);
  const { items } = await store.queries.list(
    { tenant, states: [JobState.Processing], to, parts: false },
    { limit: RUNNING_READ },
  );
  const long = items.filter(({ startedAt }) => startedAt !== null && startedAt <= to);
  const keys = [...new Set(long.map(({ jobKey }) => jobKey))].slice(0, RUNNING_JOBS_READ);
  if (keys.length === 0) return [];
  const recent = await store.queries.recentByJob(tenant, keys, DURATIONS_READ);
  return long.flatMap((run) => {
    const runs = recent.get(run.jobKey);
    return runs === undefined ? [] : [{ run, durationsMs: runs.flatMap(durationOf) }];
  });
}

/** Tasks under way that show that they wait. */
async function readWaitingTasks({ tenant, store }: SituationReading): Promise<readonly JobInstanceSummary[]> {
  const page = await store.queries.list(
    { tenant, states: [JobState.Processing], reason: ReasonCode.Task },
    { limit: PROCESSING_READ },
  );
  return page.items.filter((run) => waitsOf(run) !== null);
}

function durationOf({ state, startedAt, completedAt }: JobInstanceSummary): readonly number[] {
  if (state !== JobState.Succeeded || startedAt === null || completedAt === null) return [];
  return [completedAt.getTime() - startedAt.getTime()];
}
