import type { AppSet } from "../../access/app-set.ts";
import type { Clock } from "../../base/clock.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { readFiringCursor } from "../../duties/firing-loop.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import type { JobInstanceSummary } from "../../model/instance/job-instance.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { readScheduleFacts, type ScheduleFactsOptions } from "../../duties/read-schedule-facts.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import { nextFire } from "../../schedule/planner.ts";
import { type JobListQuery, JobOrder, JobStatus } from "../../scheduler/job-list-query.ts";
import { hasStatus } from "./job-status.ts";
import type { SortedJob } from "./sort-jobs.ts";

/** Latest runs of a job; the last that succeeded or failed says whether the job is failing. */
const RUNS_JUDGED = 5;
const JOBS_AT_ONCE = 200;

export interface FindJobsOptions {
  /** The apps whose jobs are found. */
  readonly apps: AppSet;
  readonly tenant: string;
  readonly cache: JobDefinitionCache;
  readonly rules: ScheduleFactsOptions["rules"];
  readonly state: IMoStateStore;
  readonly store: Pick<IMoJobScheduleMetadataStore, "instances" | "queries">;
  readonly clock: Clock;
  readonly workers: () => Promise<readonly ExecutorRecord[]>;
  readonly now: Date;
}

/** The jobs that a query finds among all definitions, which are held in memory, each with what they are ordered by. */
export async function findJobs(query: JobListQuery, options: FindJobsOptions): Promise<readonly SortedJob[]> {
  const { cache, apps, now } = options;
  const candidates = (await cache.getAll()).filter(
    (definition) => apps.has(definition.app) && matches(definition, query),
  );
  const found = await withStatus(candidates, query.status, options);
  switch (query.orderBy) {
    case JobOrder.Name:
      return found.map((definition) => ({ definition, by: definition.options.name }));
    case JobOrder.NextFire: {
      const facts = await readScheduleFacts(found, options);
      return found.map((definition) => ({
        definition,
        by: nextFire(definition, now, facts)?.toISOString() ?? "",
      }));
    }
    case JobOrder.LatestRun: {
      const latest = await runsOf(found, 1, options);
      return found.map((definition) => ({
        definition,
        by: latest.get(definition.key)?.[0]?.createdAt.toISOString() ?? "",
      }));
    }
    default:
      return found.map((definition) => ({ definition, by: "" }));
  }
}

async function withStatus(
  definitions: readonly JobDefinition[],
  status: JobStatus | undefined,
  options: FindJobsOptions,
): Promise<readonly JobDefinition[]> {
  if (status === undefined) return definitions;
  const { now, workers, state, tenant } = options;
  const [executors, firedTo, runs, facts] = await Promise.all([
    workers(),
    readFiringCursor(state, tenant),
    status === JobStatus.Failing ? runsOf(definitions, RUNS_JUDGED, options) : null,
    readScheduleFacts(definitions, options),
  ]);
  return definitions.filter((definition) =>
    hasStatus(definition, status, { now, executors, firedTo, facts, runs: runs?.get(definition.key) ?? [] }),
  );
}

/** The latest runs of these jobs; some at a time, because a store reads each job's by itself. */
async function runsOf(
  definitions: readonly JobDefinition[],
  limit: number,
  { store: { queries }, tenant }: FindJobsOptions,
): Promise<ReadonlyMap<string, readonly JobInstanceSummary[]>> {
  const runs = new Map<string, readonly JobInstanceSummary[]>();
  for (let from = 0; from < definitions.length; from += JOBS_AT_ONCE) {
    const keys = definitions.slice(from, from + JOBS_AT_ONCE).map(({ key }) => key);
    // oxlint-disable-next-line no-await-in-loop
    for (const [key, found] of await queries.recentByJob(tenant, keys, limit)) runs.set(key, found);
  }
  return runs;
}

/** As the stores judge it; of labels and kinds of work they know nothing. */
function matches({ key, app, kind, work, options }: JobDefinition, query: JobListQuery): boolean {
  const search = query.search?.toLowerCase();
  return (
    (query.kind === undefined || kind === query.kind) &&
    (query.app === undefined || app === query.app) &&
    (query.tag === undefined || options.tags.includes(query.tag)) &&
    (query.label === undefined || options.labels[query.label.name] === query.label.value) &&
    (query.work === undefined || work.kind === query.work) &&
    (query.disabled === undefined || options.disabled === query.disabled) &&
    (search === undefined ||
      key.toLowerCase().includes(search) ||
      options.name.toLowerCase().includes(search))
  );
}
