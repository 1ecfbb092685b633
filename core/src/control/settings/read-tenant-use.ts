import type { AppSet } from "../../access/app-set.ts";
import { sampledBytes } from "../../waiting/bounds/waiting-quota.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { liveSince } from "../../placement/liveness.ts";
import type { AppUse, TenantUse } from "../../scheduler/tenant-service.ts";
import { LoopTurns } from "../../base/batching/loop-turns.ts";
import type { Clock } from "../../base/clock.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import { definitionBytes } from "./definition-bytes.ts";

const MINUTE_MS = 60_000;
const MOST_COUNTED = 100_000;
/** States of runs that count as created: one that was recorded without being run does not. */
const CREATED = Object.values(JobState).filter((state) => state !== JobState.Skipped);

export interface TenantUseOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "executors" | "queries" | "statistics" | "instances">;
  readonly cache: Pick<JobDefinitionCache, "getAll">;
  readonly clock: Clock;
}

/** The tenant's use of its quotas now, in the apps that the caller may see. */
export async function readTenantUse(
  apps: AppSet,
  { tenant, store, cache, clock }: TenantUseOptions,
): Promise<TenantUse> {
  const now = clock.now();
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const [definitions, online, runsInMinute] = await Promise.all([
    cache.getAll(),
    store.executors.list(tenant, liveSince(now)),
    store.queries.count({ tenant, from: minute, states: CREATED }, MOST_COUNTED),
  ]);
  const byApp = Map.groupBy(
    definitions.filter(({ app }) => apps.has(app)),
    ({ app }) => app,
  );
  const useOf = async ([app, jobs]: [string, readonly JobDefinition[]]): Promise<AppUse> => {
    const waitingRuns = await store.statistics.countWaiting(tenant, app);
    const bytes = waitingRuns === 0 ? 0 : await sampledBytes(store.instances, { tenant, app }, now);
    return {
      app,
      jobs: jobs.length,
      definitionBytes: await LoopTurns.of(clock, tenant).run(bytesOf(jobs)),
      waitingRuns,
      waitingBytes: Math.round(waitingRuns * bytes),
    };
  };
  return {
    apps: await Promise.all([...byApp].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(useOf)),
    running: online.reduce((sum, { running }) => sum + running, 0),
    runsInMinute,
  };
}

/** Writes each definition that was not counted yet. */
function* bytesOf(jobs: readonly JobDefinition[]): Generator<void, number> {
  let sum = 0;
  for (const job of jobs) {
    sum += definitionBytes(job);
    yield;
  }
  return sum;
}
