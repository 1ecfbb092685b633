import {
  type IMoJobScheduleMetadataStore,
  type IMoStateStore,
  type JobDefinition,
  type JobInstance,
  type JobInstanceSummary,
  JobState,
  MoJobError,
  MoJobErrorCode,
  Permission,
} from "@mojob/core";
import {
  type AppSet,
  type FireExplanation,
  fireId,
  type JobDefinitionCache,
  type RunExplanation,
} from "@mojob/core/engine";
import {
  type ActLog,
  type PerRequester,
  type Requester,
  type DebugMode,
  type ExplanationService,
  findJob,
  hideExplanation,
  isTaskOpen,
  partId,
  readFiringCursor,
  readScheduleFacts,
  type ScheduleFactsOptions,
  schedulesOf,
  spareFireId,
  type TenantSettingsCache,
} from "@mojob/core/feature";
import { type Act, type Clock, type ExecutorRecord, ReasonCode, waitsForSlot } from "@mojob/core/ports";
import type { Cause } from "@mojob/core/words";
import { explainFire, explainNow } from "./explain-fire.ts";
import { explainRun } from "./explain-run.ts";
import type { FireEvidence, JobEvidence } from "./fire-evidence.ts";
import { readTenantEvidence } from "./tenant-causes.ts";
import type { RunEvidence } from "./run-evidence.ts";

/** Most waiting nodes of a task that are explained, the newest. */
const MOST_NODES = 5;
const WAITING: readonly JobState[] = [JobState.Enqueued, JobState.Failed, JobState.Scheduled];
const MOST_ACTS = 200;
const MOST_RUNS = 200;
/** Runs that began so long before one that waits may still have run then. */
const LONGEST_HOLD_MS = 24 * 60 * 60 * 1000;

export interface ExplanationServiceOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly rules: ScheduleFactsOptions["rules"];
  readonly clock: Clock;
  readonly debugMode: DebugMode;
  /** The stored settings of the tenant. @default nothing */
  readonly settings?: TenantSettingsCache;
  readonly actLog: ActLog;
  /** The workers of some apps that are online. */
  readonly workers: (apps: AppSet) => Promise<readonly ExecutorRecord[]>;
}

/** Reads what is recorded of a run or a fire, and says why it is so. */
export function createExplanationService(
  options: ExplanationServiceOptions,
): PerRequester<ExplanationService> {
  return {
    async run(requester, id) {
      const evidence = await readRunEvidence(requester, id, options);
      const explanation = explainRun(evidence);
      const ofNodes = await nodeCauses(requester, evidence.run, options);
      const causes = [...explanation.causes, ...ofNodes];
      return shownTo(requester, evidence.run.app, { ...explanation, causes });
    },
    async job(requester, key, at) {
      const job = await findJob(options.cache, requester, key);
      const evidence = await readJobEvidence(requester, job, options);
      const explanation =
        at === undefined
          ? explainNow(evidence)
          : explainFire({ ...evidence, ...(await readFire(evidence, at, options)), at });
      return shownTo(requester, job.app, explanation);
    },
  };
}

/** The causes that keep waiting nodes of a task: a worker, a slot, a time. */
async function nodeCauses(
  requester: Requester,
  { id, state, reason }: JobInstance,
  options: ExplanationServiceOptions,
): Promise<readonly Cause[]> {
  if (state !== JobState.Processing || !isTaskOpen({ reason })) return [];
  const { tenant, store } = options;
  const { items } = await store.queries.list(
    { tenant, search: await partId({ of: id, name: "" }), states: WAITING },
    { limit: MOST_NODES },
  );
  const found = await Promise.all(
    items.map(async ({ id: run, part }) => {
      if (part === null) return [];
      const { causes } = explainRun(await readRunEvidence(requester, run, options));
      return causes.map((cause): Cause => ({
        code: "node_waits",
        parameters: { node: part.name, run, cause },
      }));
    }),
  );
  return found.flat();
}

function shownTo<Explanation extends RunExplanation | FireExplanation>(
  requester: Requester,
  app: string,
  explanation: Explanation,
): Explanation {
  return requester.holds(Permission.ReadPayloads, app) ? explanation : hideExplanation(explanation);
}

async function readRunEvidence(
  requester: Requester,
  id: string,
  options: ExplanationServiceOptions,
): Promise<RunEvidence> {
  const { tenant, store, cache, clock, debugMode, workers } = options;
  const [run] = await store.instances.get(tenant, [id]);
  if (run == null || !requester.finds(run.app))
    throw new MoJobError(MoJobErrorCode.InstanceNotFound, `Cannot find run "${id}": no run has this id`);
  const now = clock.now();
  const [job, modes, ofTenant, online, seen, holders, before, earlier] = await Promise.all([
    cache.get(run.jobKey),
    debugMode.read(),
    readTenantEvidence(options),
    workers(requester.apps),
    store.executors.list(tenant, new Date(0), run.app),
    readHolders(run, now, options),
    countBefore(run, options),
    readEarlier(run, options),
  ]);
  const success = await readSuccess(earlier, options);
  const acts = success === null || job === null ? [] : await readActs(job, options, success.createdAt);
  return {
    now,
    run,
    job,
    modes,
    tenant: ofTenant,
    workers: online.filter(({ app }) => app === run.app),
    seen: new Map(seen.map((worker) => [worker.id, worker])),
    holders,
    before,
    earlier,
    success,
    acts: acts.filter(({ at, changes }) => at <= (run.startedAt ?? now) && changes.length > 0),
  };
}

/** Runs of its lane that held slots between its time and its beginning. */
async function readHolders(
  run: JobInstance,
  now: Date,
  { tenant, store }: ExplanationServiceOptions,
): Promise<readonly JobInstanceSummary[]> {
  const from = run.enqueuedAt ?? run.createdAt;
  const to = run.startedAt ?? run.completedAt ?? now;
  const hasBegunAtOnce = run.startedAt !== null && to.getTime() === from.getTime();
  if (hasBegunAtOnce) return [];
  const { items } = await store.queries.list(
    {
      tenant,
      jobKey: run.jobKey,
      from: new Date(from.getTime() - LONGEST_HOLD_MS),
      to: new Date(to.getTime() + 1),
    },
    { limit: MOST_RUNS },
  );
  return items.filter(
    ({ id, lane, startedAt, completedAt, abandoned, state }) =>
      id !== run.id &&
      lane === run.lane &&
      startedAt !== null &&
      startedAt <= to &&
      (state === JobState.Processing || abandoned !== null || (completedAt !== null && completedAt > from)),
  );
}

async function countBefore(
  run: JobInstance,
  { tenant, store }: ExplanationServiceOptions,
): Promise<RunEvidence["before"]> {
  if (!waitsForSlot(run)) return { count: 0, atLeast: false };
  const [first = []] = await store.instances.firstWaiting([{ tenant, lane: run.lane, most: MOST_RUNS }]);
  const place = first.findIndex(({ id }) => id === run.id);
  return place === -1 ? { count: first.length, atLeast: true } : { count: place, atLeast: false };
}

async function readEarlier(
  { id, jobKey, createdAt }: JobInstance,
  { tenant, store }: ExplanationServiceOptions,
): Promise<readonly JobInstanceSummary[]> {
  const states = [JobState.Succeeded, JobState.Terminated];
  const to = new Date(createdAt.getTime() + 1);
  const { items } = await store.queries.list(
    { tenant, jobKey, states, to, parts: false },
    { limit: MOST_RUNS },
  );
  return items.filter((run) => run.id !== id);
}

async function readSuccess(
  earlier: readonly JobInstanceSummary[],
  { tenant, store }: ExplanationServiceOptions,
): Promise<JobInstance | null> {
  const latest = earlier.find(({ state }) => state === JobState.Succeeded);
  if (latest === undefined) return null;
  const [run] = await store.instances.get(tenant, [latest.id]);
  return run ?? null;
}

async function readJobEvidence(
  requester: Requester,
  job: JobDefinition,
  options: ExplanationServiceOptions,
): Promise<JobEvidence> {
  const { tenant, state, clock, debugMode, workers } = options;
  const [modes, ofTenant, online, acts, firedTo, facts] = await Promise.all([
    debugMode.read(),
    readTenantEvidence(options),
    workers(requester.apps),
    readActs(job, options),
    readFiringCursor(state, tenant),
    readScheduleFacts([job], options),
  ]);
  const own = online.filter(({ app }) => app === job.app);
  return { now: clock.now(), job, modes, tenant: ofTenant, workers: own, acts, firedTo, facts };
}

async function readFire(
  { job }: JobEvidence,
  at: Date,
  { tenant, store }: ExplanationServiceOptions,
): Promise<Pick<FireEvidence, "run" | "miss" | "isFull">> {
  const { key, options } = job;
  const { maxInstances } = options.retention;
  const names = options.schedule === null ? [null] : schedulesOf(options.schedule).map(({ name }) => name);
  const ids = names.map((name) => fireId(key, at, name)).flatMap((id) => [id, spareFireId(id)]);
  const [found, misses, earlier, kept] = await Promise.all([
    store.instances.get(tenant, ids),
    store.queries.list(
      { tenant, jobKey: key, states: [JobState.Skipped], reason: ReasonCode.Missed, from: at },
      { limit: MOST_RUNS },
    ),
    store.queries.list({ tenant, jobKey: key, to: at }, { limit: 1 }),
    store.queries.count({ tenant, jobKey: key, parts: false }, maxInstances),
  ]);
  const fired = found.filter((run) => run?.trigger.nominalTime?.getTime() === at.getTime());
  const isIn = ({ missed }: JobInstanceSummary): boolean =>
    missed !== null && missed.from <= at && missed.to >= at;
  return {
    run: fired.find((run) => run?.missed === null) ?? null,
    miss: misses.items.find(isIn) ?? null,
    isFull: kept >= maxInstances && earlier.items.length === 0,
  };
}

/** The acts on a job and its app, the newest first. */
async function readActs(
  { key, app }: JobDefinition,
  { tenant, store, cache, actLog }: ExplanationServiceOptions,
  from?: Date,
): Promise<readonly Act[]> {
  await actLog.catchUp(await cache.getAll());
  const query = { tenant, app, jobKeys: [key, null], isWork: true, ...(from !== undefined && { from }) };
  return (await store.history.list(query, { limit: MOST_ACTS })).items;
}
