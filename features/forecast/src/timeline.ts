import type { JobDefinition } from "@mojob/core";
import {
  type ActedFire,
  fireId,
  type LoopTurns as Turns,
  LoopTurns,
  type SomeJobs,
  type Timeline,
  type TimelineBucket,
  type TimelineFire,
  type TimelineQuery,
  type TimelineRun,
} from "@mojob/core/engine";
import {
  byText,
  readScheduleFacts,
  type Requester,
  type ScheduleFacts,
  type ServiceParts,
} from "@mojob/core/feature";
import {
  GRAIN_MS,
  grainOf,
  type InstanceQuery,
  type JobInstanceSummary,
  type Page,
  RollupGrain,
  RollupKind,
  type RollupQuery,
} from "@mojob/core/ports";
import type { ActedFires } from "./acted-fires.ts";
import { bandsIn } from "./timeline-bands.ts";
import { A_DAY_MS, AN_HOUR_MS, resolveWindow, type Window } from "./forecast-request.ts";
import { firesAfterEnd, OwedFires } from "./owed-fires.ts";
import type { UsualDurations } from "./usual-durations.ts";

/** Runs and fires that are shown one by one. */
const MOST_BARS = 2000;
const PAGE = 500;
const MOST_ROWS = 40_000;
const READ_AT_ONCE = 2000;
const IDS_AT_ONCE = 500;
const MOST_NAMED = 50;
const MOST_DAYS = 400;
/** More jobs are shown for a month. */
const MOST_JOBS_OF_YEAR = 5000;
const MOST_DAYS_OF_MANY = 31;
/** A longer time is shown by days. */
const LONGEST_BY_HOURS_MS = 31 * A_DAY_MS;
/** Buckets in which a job fires more often are counted one by one. */
const LISTED_PER_BUCKET = 2;

const ALL_TIMES = { fromMs: -Infinity, toMs: Infinity };

export interface TimelineParts extends Pick<ServiceParts, "tenant" | "store" | "state" | "rules" | "clock"> {
  readonly requester: Requester;
  readonly durations: UsualDurations;
  readonly acted: ActedFires;
  readonly doing: string;
}

/** What runs and fires of jobs there were, and will be. */
export async function makeTimeline(
  jobs: readonly JobDefinition[],
  query: TimelineQuery,
  parts: TimelineParts,
): Promise<Timeline> {
  const { clock, tenant, doing } = parts;
  const now = clock.now();
  const lengthMs = query.to.getTime() - query.from.getTime();
  const bucketMs = lengthMs <= LONGEST_BY_HOURS_MS ? AN_HOUR_MS : A_DAY_MS;
  const mostDays = jobs.length > MOST_JOBS_OF_YEAR ? MOST_DAYS_OF_MANY : MOST_DAYS;
  const window = resolveWindow({ from: query.from, to: query.to, bucketMs }, now, doing, mostDays);
  const past = { ...query, to: query.to < now ? query.to : now };
  const ahead = {
    after: new Date(Math.max(now.getTime(), window.fromMs - 1)),
    to: new Date(window.toMs - 1),
  };
  const turns = LoopTurns.of(clock, tenant);
  const facts = await readScheduleFacts(jobs, parts);
  const owed = await turns.run(owedOf(jobs, facts));
  const isAhead = ahead.to > ahead.after;
  const counts = isAhead ? await turns.run(countFires(owed, ahead, window)) : new Uint32Array(window.buckets);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const decided = await parts.acted.decidedIn(ALL_TIMES);
  const [runs, sums] = await Promise.all([
    past.from < past.to && total <= MOST_BARS
      ? readRuns(jobs, past, { ...parts, decided, most: MOST_BARS - total })
      : [],
    past.from < past.to ? sumPast(jobs, past, window, parts, turns) : new Map<number, Sums>(),
  ]);
  const areBars = runs !== null && total <= MOST_BARS;
  return {
    from: query.from,
    to: query.to,
    at: now,
    bucketMs,
    buckets: bucketsOf(window, counts, sums),
    runs: areBars ? runs : null,
    fires: areBars ? listFires(isAhead ? owed : [], ahead, { ...parts, decided, window }) : null,
    bands: bandsIn(jobs, facts, window),
    fromEnds: someOf(jobs.filter((job) => !job.options.disabled && firesAfterEnd(job))),
  };
}

function* owedOf(
  jobs: readonly JobDefinition[],
  facts: ScheduleFacts,
): Generator<void, readonly OwedFires[]> {
  const owed: OwedFires[] = [];
  for (const job of jobs) {
    const fires = new OwedFires(job, facts);
    if (fires.fires) owed.push(fires);
    yield;
  }
  return owed;
}

interface Ahead {
  readonly after: Date;
  readonly to: Date;
}

function* countFires(
  owed: readonly OwedFires[],
  { after, to }: Ahead,
  { fromMs, bucketMs, buckets }: Window,
): Generator<void, Uint32Array> {
  const counts = new Uint32Array(buckets);
  for (const fires of owed) {
    yield;
    if (fires.count(after, to) <= LISTED_PER_BUCKET * buckets) {
      for (const at of fires.begins(after, to)) counts[Math.floor((at - fromMs) / bucketMs)]! += 1;
      continue;
    }
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      const begin = Math.max(after.getTime(), fromMs + bucket * bucketMs - 1);
      const end = Math.min(to.getTime(), fromMs + (bucket + 1) * bucketMs - 1);
      if (begin < end) counts[bucket]! += fires.count(new Date(begin), new Date(end));
      if (bucket % 100 === 0) yield;
    }
  }
  return counts;
}

interface Decided extends TimelineParts {
  /** By the id of their runs. */
  readonly decided: ReadonlyMap<string, ActedFire>;
}

function listFires(
  owed: readonly OwedFires[],
  { after, to }: Ahead,
  { decided, durations, window }: Decided & { readonly window: Window },
): readonly TimelineFire[] {
  const shown = owed
    .flatMap((fires) => fires.list(after, to))
    .map(({ definition: { key, app }, schedule, nominalTime, at }): TimelineFire => {
      const runId = fireId(key, nominalTime, schedule.name);
      const decision = decided.get(runId);
      return {
        jobKey: key,
        app,
        schedule: schedule.name,
        nominalTime,
        at: decision?.to ?? at,
        usualMs: durations.of(key),
        action: decision?.action ?? null,
        runId,
      };
    })
    .filter(({ at }) => at.getTime() < window.toMs);
  const known = new Set(shown.map(({ runId }) => runId));
  const keys = new Set(owed.map(({ definition }) => definition.key));
  // Some were moved here from a time that is not shown, or that is over.
  for (const { id, jobKey, app, schedule, nominalTime, action, to: at } of decided.values())
    if (at !== null && at > after && at <= to && !known.has(id) && keys.has(jobKey))
      shown.push({
        jobKey,
        app,
        schedule,
        nominalTime,
        at,
        usualMs: durations.of(jobKey),
        action,
        runId: id,
      });
  return shown.sort((a, b) => a.at.getTime() - b.at.getTime() || byText(a.runId, b.runId));
}

/** The runs of a time; `null` where there are more than are shown. */
async function readRuns(
  jobs: readonly JobDefinition[],
  { from, to, app, jobKey, tag }: TimelineQuery,
  { tenant, store, requester, decided, most }: Decided & { readonly most: number },
): Promise<readonly TimelineRun[] | null> {
  const base: InstanceQuery = { tenant, from, to, parts: false };
  const names = requester.apps.names;
  const queries: readonly InstanceQuery[] =
    jobKey !== undefined || tag !== undefined
      ? jobs.map(({ key }) => ({ ...base, jobKey: key }))
      : app !== undefined
        ? [{ ...base, app }]
        : names === null
          ? [base]
          : [...names].map((name) => ({ ...base, app: name }));
  const runs: TimelineRun[] = [];
  for (const query of queries) {
    let cursor: string | null = null;
    do {
      // The bound holds for all together.
      // oxlint-disable-next-line no-await-in-loop
      const page: Page<JobInstanceSummary> = await store.queries.list(query, {
        limit: PAGE,
        ...(cursor !== null && { cursor }),
      });
      runs.push(
        ...page.items.filter(({ id, startedAt }) => startedAt !== null || !decided.has(id)).map(runOf),
      );
      if (runs.length > most) return null;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
  return runs.sort((a, b) => a.at.getTime() - b.at.getTime());
}

function runOf({
  id,
  jobKey,
  app,
  state,
  startedAt,
  createdAt,
  completedAt,
}: JobInstanceSummary): TimelineRun {
  return { id, jobKey, app, state, at: startedAt ?? createdAt, endedAt: completedAt };
}

type Sums = Omit<TimelineBucket, "at" | "fires">;

/** What became of runs in each bucket, from their sums. */
async function sumPast(
  jobs: readonly JobDefinition[],
  { app, jobKey, tag }: TimelineQuery,
  window: Window,
  { tenant, store, requester }: TimelineParts,
  turns: Turns,
): Promise<ReadonlyMap<number, Sums>> {
  const grain = window.bucketMs >= A_DAY_MS ? RollupGrain.Day : RollupGrain.Hour;
  const names = app === undefined ? requester.apps.names : new Set([app]);
  const isOfJobs = jobKey !== undefined || tag !== undefined;
  const keys = jobs.map(({ key }) => key);
  const pages = isOfJobs ? chunks(keys) : [null];
  const sums = new Map<number, Sums>();
  let left = MOST_ROWS;
  for (const ids of pages) {
    const query: RollupQuery = {
      tenant,
      grain,
      kind: isOfJobs ? RollupKind.Job : names === null ? RollupKind.Tenant : RollupKind.App,
      from: grainOf(new Date(window.fromMs), grain),
      before: new Date(window.toMs),
      ...(names !== null && { apps: [...names] }),
      ...(ids !== null && { ids }),
      limit: READ_AT_ONCE,
    };
    let after: RollupQuery["after"];
    do {
      const turn = turns.take();
      // oxlint-disable-next-line no-await-in-loop
      if (turn !== null) await turn;
      // oxlint-disable-next-line no-await-in-loop
      const rows = await store.rollups.list(after === undefined ? query : { ...query, after });
      for (const { at, figures } of rows) {
        // Sums are of hours and days in UTC: one counts where its middle is.
        const middle = at.getTime() + GRAIN_MS[grain] / 2;
        const bucket = Math.floor((middle - window.fromMs) / window.bucketMs);
        if (bucket < 0 || bucket >= window.buckets) continue;
        const before = sums.get(bucket) ?? { succeeded: 0, failed: 0, skipped: 0, cancelled: 0 };
        sums.set(bucket, {
          succeeded: before.succeeded + figures.succeeded,
          failed: before.failed + figures.terminated,
          skipped: before.skipped + figures.skipped,
          cancelled: before.cancelled + figures.cancelled,
        });
      }
      left -= rows.length;
      after = rows.length < READ_AT_ONCE || left <= 0 ? undefined : rows.at(-1);
    } while (after !== undefined);
  }
  return sums;
}

function chunks(keys: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(keys.length / IDS_AT_ONCE) }, (_, page) =>
    keys.slice(page * IDS_AT_ONCE, (page + 1) * IDS_AT_ONCE),
  );
}

function bucketsOf(
  { fromMs, bucketMs, buckets }: Window,
  counts: Uint32Array,
  sums: ReadonlyMap<number, Sums>,
): readonly TimelineBucket[] {
  return Array.from({ length: buckets }, (_, bucket) => ({
    at: new Date(fromMs + bucket * bucketMs),
    fires: counts[bucket] ?? 0,
    ...(sums.get(bucket) ?? { succeeded: 0, failed: 0, skipped: 0, cancelled: 0 }),
  }));
}

function someOf(jobs: readonly JobDefinition[]): SomeJobs {
  const keys = jobs.map(({ key }) => key).sort(byText);
  return { keys: keys.slice(0, MOST_NAMED), total: keys.length };
}
