import type { Clock } from "../base/clock.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { JobDefinition } from "../definition/job-definition.ts";
import { differingOptions } from "../definition/resolve-options.ts";
import { readFiringCursor } from "../firing/firing-loop.ts";
import { nextFire } from "../firing/planner.ts";
import type { JobInstanceSummary } from "../instance/job-instance.ts";
import { JobState } from "../instance/job-state.ts";
import type { ExecutorRecord, IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import { type AttentionItem, type AttentionJob, AttentionKind } from "./mo-job-scheduler.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;
/** Runs looked at in each state: what happened to more than these is happening to these as well. */
const RUNS_READ = 200;
/** Jobs whose latest runs are looked at. */
const JOBS_READ = 20;
const RUNS_OF_JOB = 20;
const JOBS_SHOWN = 5;
/** A control plane sleeps at most this long, and another one that takes over needs a little. */
const FIRING_LATE_MS = 45_000;
const WAITING_MS = 2 * 60 * 1000;
const PAUSED_LONG_MS = 7 * A_DAY_MS;

export interface AttentionOptions {
  readonly tenant: string;
  readonly scope: string | null;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  readonly workers: () => Promise<readonly ExecutorRecord[]>;
}

/**
 * What somebody should look at. However many runs there are, it reads the newest 200 failed and 200 skipped ones of the
 * last day, the latest 20 of at most 20 jobs, one that waits, and who works: all from indexes.
 */
export async function readAttention(options: AttentionOptions): Promise<readonly AttentionItem[]> {
  const { tenant, scope, store, state, cache, clock, workers } = options;
  const now = clock.now();
  const from = new Date(now.getTime() - A_DAY_MS);
  const ofScope = scope === null ? {} : { app: scope };
  const latest = async (runState: JobState): Promise<readonly JobInstanceSummary[]> =>
    (await store.instances.list({ tenant, ...ofScope, states: [runState], from }, { limit: RUNS_READ }))
      .items;
  const [all, executors, terminated, skipped, oldest, cursor] = await Promise.all([
    cache.getAll(),
    workers(),
    latest(JobState.Terminated),
    latest(JobState.Skipped),
    store.instances.findOpen(
      { tenant, ...ofScope, states: [JobState.Enqueued], unmovedSince: now },
      { limit: 1 },
    ),
    readFiringCursor(state, tenant),
  ]);
  const jobs = new Map(
    all
      .filter(({ app }) => scope === null || app === scope)
      .map((definition) => [definition.key, definition]),
  );
  const failedKeys = [...Map.groupBy(terminated, ({ jobKey }) => jobKey).keys()].filter((key) =>
    jobs.has(key),
  );
  const recent = await store.instances.recentByJob(tenant, failedKeys.slice(0, JOBS_READ), RUNS_OF_JOB);
  const definitions = [...jobs.values()];
  const found: Record<AttentionKind, readonly AttentionJob[]> = {
    [AttentionKind.FiringLate]: cursor === null ? [] : lateFires(definitions, cursor, now),
    [AttentionKind.Failing]: [...recent].flatMap(([key, runs]) => failing(jobs.get(key), runs)),
    [AttentionKind.NoWorker]: withoutWorker(definitions, executors),
    [AttentionKind.Waiting]: oldest.items.flatMap((run) => waiting(jobs.get(run.jobKey), run, now)),
    [AttentionKind.Missed]: skips(
      jobs,
      skipped.filter(({ missed }) => missed !== null),
      skipped.length,
    ),
    [AttentionKind.Overlapped]: skips(
      jobs,
      skipped.filter(({ missed }) => missed === null),
      skipped.length,
    ),
    [AttentionKind.PausedLong]: definitions.flatMap((definition) => pausedLong(definition, now)),
    [AttentionKind.Differs]: definitions
      .filter(({ declared, options }) => differingOptions(declared, options).length > 0)
      .map((definition) => about(definition)),
  };
  return Object.values(AttentionKind)
    .map((kind) => ({ kind, total: found[kind].length, jobs: worst(found[kind]) }))
    .filter(({ total }) => total > 0);
}

function about({ key, options }: JobDefinition, more: Partial<AttentionJob> = {}): AttentionJob {
  return { key, name: options.name, count: 1, atLeast: false, at: null, instanceId: null, ...more };
}

function worst(jobs: readonly AttentionJob[]): readonly AttentionJob[] {
  return jobs
    .toSorted((a, b) => b.count - a.count || (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))
    .slice(0, JOBS_SHOWN);
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

function withoutWorker(
  definitions: readonly JobDefinition[],
  executors: readonly ExecutorRecord[],
): readonly AttentionJob[] {
  const taken = new Set(executors.flatMap(({ draining, jobKeys }) => (draining ? [] : jobKeys)));
  return definitions
    .filter(({ key, options }) => !options.disabled && !taken.has(key))
    .map((definition) => about(definition));
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

function lateFires(definitions: readonly JobDefinition[], firedTo: Date, now: Date): readonly AttentionJob[] {
  return definitions.flatMap((definition) => {
    const at = nextFire(definition, firedTo);
    return at !== null && now.getTime() - at.getTime() > FIRING_LATE_MS ? [about(definition, { at })] : [];
  });
}

function pausedLong(definition: JobDefinition, now: Date): readonly AttentionJob[] {
  const { pause } = definition;
  if (pause === null || (pause.until !== null && pause.until <= now)) return [];
  return now.getTime() - pause.at.getTime() >= PAUSED_LONG_MS ? [about(definition, { at: pause.at })] : [];
}
