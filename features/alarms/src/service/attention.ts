import {
  type IMoJobScheduleMetadataStore,
  type IMoStateStore,
  type JobDefinition,
  type JobInstanceSummary,
  JobState,
  Permission,
} from "@mojob/core";
import {
  type AppSet,
  type AttentionItem,
  type AttentionJob,
  AttentionKind,
  type AttentionQuery,
  differencesFromCode,
  type JobDefinitionCache,
  storeRestoredKey,
} from "@mojob/core/engine";
import {
  BY_CREATION,
  CONDITIONS,
  hasLeftCode,
  isFailing,
  isInForce,
  lacksWorker,
  calendarOf,
  lateSince,
  listWithin,
  oldestWaiting,
  readFiringCursor,
  readScheduleFacts,
  type ScheduleFacts,
  type ScheduleFactsOptions,
  schedulesOf,
  type WorkCalendar,
  type Requester,
} from "@mojob/core/feature";
import {
  type Clock,
  type ExecutorRecord,
  type Incident,
  type InstanceQuery,
  type JobPause,
  ReasonCode,
  waitsForSlot,
} from "@mojob/core/ports";
import { AlarmCondition, Severity } from "@mojob/core/words";
import { failuresUpTo } from "../background/end-findings.ts";
import type { Situation } from "../background/situation.ts";
import { waitsLongSince } from "../background/standing-findings.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;
/** Runs looked at in each state: what happened to more than these is happening to these as well. */
const RUNS_READ = 200;
/** Jobs whose latest runs are looked at. */
const JOBS_READ = 20;
const RUNS_OF_JOB = 20;
const JOBS_SHOWN = 5;
const PAUSED_LONG_MS = 7 * A_DAY_MS;
/** A calendar that ends so soon wants its next year. */
const CALENDAR_ENDS_MS = 45 * A_DAY_MS;
const MOST_OPEN = 5000;

export interface AttentionOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly rules: ScheduleFactsOptions["rules"];
  readonly clock: Clock;
  /** The workers of some apps. */
  readonly workers: (apps: AppSet) => Promise<readonly ExecutorRecord[]>;
}

/** How things are and what happened within a day, in the apps of one caller. */
type Reading = Pick<
  Situation,
  "now" | "jobs" | "executors" | "firedTo" | "facts" | "enqueued" | "abandoned"
> & {
  /** The newest runs of the jobs of which runs failed for good, the newest first. */
  readonly recent: readonly JobInstanceSummary[];
  readonly skipped: readonly JobInstanceSummary[];
  /** When and of which jobs the store had to be filled again. */
  readonly restored: { readonly at: Date; readonly keys: ReadonlySet<unknown> } | null;
};

type Find = (reading: Reading) => readonly AttentionJob[];
/** The facts about one job; those that are left out are those of a job of which nothing is counted. */
type Shown = Partial<Omit<AttentionJob, "key" | "name">>;
type OfOneJob = readonly [JobInstanceSummary, ...JobInstanceSummary[]];

/** Those of the conditions of alarms. */
const SEVERITIES: Readonly<Partial<Record<AttentionKind, { readonly severity: Severity }>>> = CONDITIONS;

/**
 * Lists what needs attention. However many runs there are, it reads the newest 200 failed and 200 skipped ones of the
 * last day, the latest 20 of at most 20 jobs, the oldest 200 whose code goes on, one waiting run and the workers: all from indexes.
 */
export async function readAttention(
  requester: Requester,
  options: AttentionOptions,
  { withoutIncidents = false }: AttentionQuery = {},
): Promise<readonly AttentionItem[]> {
  const [reading, incidents] = await Promise.all([
    read(requester.apps, options),
    withoutIncidents ? openIncidents(requester, options) : [],
  ]);
  return Object.values(AttentionKind).flatMap((kind) => {
    const { find, severity = SEVERITIES[kind]?.severity ?? Severity.Info, opens = [] } = FINDINGS[kind];
    const known = incidents.filter(({ condition }) => opens.includes(condition));
    const jobs = find(reading).filter(({ key }) => !known.some((one) => isAbout(one, key, reading)));
    return jobs.length === 0 ? [] : [{ kind, severity, total: jobs.length, jobs: worst(jobs) }];
  });
}

async function read(apps: AppSet, options: AttentionOptions): Promise<Reading> {
  const { tenant, store, state, cache, clock, workers } = options;
  const now = clock.now();
  const query = { tenant, from: new Date(now.getTime() - A_DAY_MS) };
  const newest = async (runState: JobState): Promise<readonly JobInstanceSummary[]> =>
    (
      await listWithin<InstanceQuery, JobInstanceSummary>(
        apps,
        { ...query, states: [runState] },
        { limit: RUNS_READ },
        (some, page) => store.queries.list(some, page),
        BY_CREATION,
      )
    ).items;
  const [all, executors, terminated, skipped, enqueued, abandoned, firedTo, restored] = await Promise.all([
    cache.getAll(),
    workers(apps),
    newest(JobState.Terminated),
    newest(JobState.Skipped),
    oldestWaiting(store.instances, tenant, apps, now),
    store.queries.abandoned(tenant, { limit: RUNS_READ }),
    readFiringCursor(state, tenant),
    state.get(storeRestoredKey(tenant)),
  ]);
  const definitions = all.filter(({ app }) => apps.has(app));
  const jobs = new Map(definitions.map((definition) => [definition.key, definition]));
  const failed = [...new Set(terminated.map(({ jobKey }) => jobKey))].filter((key) => jobs.has(key));
  const recent = await store.queries.recentByJob(tenant, failed.slice(0, JOBS_READ), RUNS_OF_JOB);
  const facts = await readScheduleFacts(definitions, options);
  const [at, ...keys]: readonly unknown[] = Array.isArray(restored?.value) ? restored.value : [];
  return {
    now,
    jobs,
    executors,
    firedTo,
    facts,
    enqueued,
    abandoned: abandoned.items,
    recent: [...recent.values()].flat(),
    skipped,
    restored: typeof at === "string" ? { at: new Date(at), keys: new Set(keys) } : null,
  };
}

/** The open incidents that the caller may read, as `list` shows them. */
async function openIncidents(
  requester: Requester,
  { tenant, store }: Pick<AttentionOptions, "tenant" | "store">,
): Promise<readonly Incident[]> {
  const apps = requester.apps
    .and(requester.appsWith(Permission.ReadAlarms))
    .and(requester.appsWith(Permission.ReadRuns));
  const unsettled = await store.incidents.unsettled(tenant, MOST_OPEN);
  return unsettled.filter(
    ({ resolvedAt, app }) => resolvedAt === null && (app === null ? apps.isAll : apps.has(app)),
  );
}

function isAbout({ app, jobKey }: Incident, key: string, { jobs }: Reading): boolean {
  return jobKey === null ? app === null || app === jobs.get(key)?.app : jobKey === key;
}

/** One kind of finding. */
interface FindingRow {
  readonly find: Find;
  /** @default that of the condition of alarms; info where it is none */
  readonly severity?: Severity;
  /** The conditions whose incidents are about the same. @default none: it opens no incident */
  readonly opens?: readonly AlarmCondition[];
}

/** Every kind of finding that is listed. What is a condition of alarms too is judged by the steps that open its incidents. */
const FINDINGS: Readonly<Record<AttentionKind, FindingRow>> = {
  store_restored: {
    // The store that incidents are kept in is the one that was emptied.
    severity: Severity.Critical,
    find: ofJobs(({ key }, { restored }) => restored?.keys.has(key) === true && restored.at),
  },
  firing_stopped: {
    opens: [AlarmCondition.FiringStopped],
    find: ofJobs((job, { firedTo, now, facts }) => lateSince(job, firedTo, now, facts)),
  },
  run_failed: {
    opens: [AlarmCondition.RunFailed, AlarmCondition.FailuresInRow, AlarmCondition.NoSuccess],
    find: ofRuns(({ recent }) => recent, failing),
  },
  code_goes_on: {
    opens: [AlarmCondition.CodeGoesOn],
    find: ofRuns(
      ({ abandoned }) => abandoned,
      ([oldest, ...others], { abandoned }) => ({
        count: 1 + others.length,
        atLeast: abandoned.length === RUNS_READ,
        at: oldest.abandoned?.at ?? null,
        instanceId: oldest.id,
      }),
    ),
  },
  no_worker: {
    opens: [AlarmCondition.NoWorker],
    find: ofJobs((job, { executors }) => lacksWorker(job, executors)),
  },
  // At once, however short: nothing of the app fires, and the jobs do not show it.
  app_stopped: { find: ofJobs(({ appPause = null }, { now }) => pausedSince(appPause, now)) },
  not_in_code: { find: ofJobs(hasLeftCode) },
  calendar_missing: {
    severity: Severity.Warning,
    find: ofJobs((job, { facts }) => calendarsOf(job, facts).includes(null)),
  },
  waiting: {
    opens: [AlarmCondition.Waiting, AlarmCondition.Late],
    find: ofRuns(({ enqueued }) => enqueued.filter((run) => !waitsForSlot(run)), waitingLong),
  },
  waiting_for_slot: {
    opens: [AlarmCondition.Late],
    find: ofRuns(({ enqueued }) => enqueued.filter(waitsForSlot), waitingLong),
  },
  missed: { opens: [AlarmCondition.Missed], find: skips(({ missed }) => missed !== null) },
  begun_too_late: { find: skips(({ reason }) => reason?.code === ReasonCode.BegunTooLate) },
  overlapped: {
    opens: [AlarmCondition.FiresSkipped],
    find: skips(
      ({ reason }) => reason?.code === ReasonCode.JobFull || reason?.code === ReasonCode.WaitingLimit,
    ),
  },
  paused_long: {
    find: ofJobs(({ pause }, { now }) => {
      const since = pausedSince(pause, now);
      return since !== null && now.getTime() - since.getTime() >= PAUSED_LONG_MS ? since : null;
    }),
  },
  calendar_ends: { find: ofJobs((job, { facts, now }) => calendarEnd(job, facts, now)) },
  differs: { find: ofJobs((job) => differencesFromCode(job).length > 0) },
};

/** The jobs of which something holds, or has held since a time. */
function ofJobs(holds: (job: JobDefinition, reading: Reading) => Date | boolean | null): Find {
  return (reading) =>
    [...reading.jobs.values()].flatMap((job) => {
      const since = holds(job, reading) ?? false;
      return since === false ? [] : [about(job, since === true ? {} : { at: since })];
    });
}

/** The jobs whose runs show something. */
function ofRuns(
  runsIn: (reading: Reading) => readonly JobInstanceSummary[],
  show: (runs: OfOneJob, reading: Reading) => Shown | null,
): Find {
  return (reading) =>
    [...Map.groupBy(runsIn(reading), ({ jobKey }) => jobKey)].flatMap(([key, [first, ...others]]) => {
      const job = reading.jobs.get(key);
      if (job === undefined || first === undefined) return [];
      const shown = show([first, ...others], reading);
      return shown === null ? [] : [about(job, shown)];
    });
}

function about({ key, options }: JobDefinition, shown: Shown): AttentionJob {
  return { key, name: options.name, count: 1, atLeast: false, at: null, instanceId: null, ...shown };
}

function worst(jobs: readonly AttentionJob[]): readonly AttentionJob[] {
  return jobs
    .toSorted((a, b) => b.count - a.count || (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))
    .slice(0, JOBS_SHOWN);
}

/** Failures in a row up to now; what is open, was skipped or cancelled neither ends the row nor lengthens it. */
function failing(runs: OfOneJob): Shown | null {
  const last = runs.find(({ state }) => state === JobState.Terminated);
  if (last === undefined || !isFailing(runs)) return null;
  const atLeast = runs.length === RUNS_OF_JOB && !runs.some(({ state }) => state === JobState.Succeeded);
  return { count: failuresUpTo(last, runs), atLeast, at: last.completedAt, instanceId: last.id };
}

function waitingLong([oldest]: OfOneJob, { now }: Reading): Shown | null {
  const since = waitsLongSince(oldest, now, CONDITIONS.waiting.parameters["afterMs"] ?? 0);
  return since === null ? null : { at: since, instanceId: oldest.id };
}

/** How often each job's runs were skipped, and the latest of them. */
function skips(fits: (run: JobInstanceSummary) => boolean): Find {
  return ofRuns(
    ({ skipped }) => skipped.filter(fits),
    ([last, ...others], { skipped }) => ({
      count: [last, ...others].reduce((sum, { missed }) => sum + (missed?.count ?? 1), 0),
      atLeast: skipped.length === RUNS_READ,
      at: last.createdAt,
      instanceId: last.id,
    }),
  );
}

/** The calendars by which a job fires; `null` is one that is not there. */
function calendarsOf(job: JobDefinition, { rules }: ScheduleFacts): readonly (WorkCalendar | null)[] {
  const { disabled, schedule } = job.options;
  if (disabled || schedule === null || hasLeftCode(job)) return [];
  return schedulesOf(schedule).flatMap((one) => {
    const key = calendarOf(one)?.key;
    return key === undefined || one.isDisabled ? [] : [rules.calendars.get(key) ?? null];
  });
}

/** The end of what the calendars of a job know, where it is near or over. */
function calendarEnd(job: JobDefinition, facts: ScheduleFacts, now: Date): Date | null {
  const ends = calendarsOf(job, facts).flatMap((calendar) => calendar?.knownTo ?? []);
  if (ends.length === 0) return null;
  const end = new Date((Math.min(...ends) + 1) * A_DAY_MS);
  return end.getTime() - now.getTime() < CALENDAR_ENDS_MS ? end : null;
}

function pausedSince(pause: JobPause | null, now: Date): Date | null {
  return pause !== null && isInForce(pause, now) ? pause.at : null;
}
