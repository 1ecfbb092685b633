import type { AppSet } from "../../access/app-set.ts";
import type { Requester } from "../../access/requester.ts";
import type { Clock } from "../../base/clock.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import { JobState } from "../../model/instance/job-state.ts";
import type { CompletionMinute } from "../../ports/instance-statistics.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import { expectedExecutorsPrefix } from "../../model/name/state-key.ts";
import { expectedExecutorsIn } from "../../placement/expected-executors.ts";
import { missingOf } from "./expected-executors.ts";
import { readAppStop } from "../../definition/app/app-stop.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import type { AppSummary } from "../../scheduler/app-summary.ts";

const A_MINUTE_MS = 60_000;
/** Minutes over which the pace is taken. */
const PACE_MINUTES = 5;

export interface ReadAppsOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "statistics">;
  readonly state: Pick<IMoStateStore, "get" | "list">;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  /** The workers of some apps. */
  readonly workers: (of: AppSet) => Promise<readonly ExecutorRecord[]>;
}

/** The apps that have jobs or workers, or should have executors, by name. */
export async function readApps(
  { apps: of }: Requester,
  options: ReadAppsOptions,
): Promise<readonly AppSummary[]> {
  const { tenant, store, state, cache, clock, workers } = options;
  const prefix = expectedExecutorsPrefix(tenant);
  const [definitions, executors, listed] = await Promise.all([
    cache.getAll(),
    workers(of),
    state.list(prefix),
  ]);
  const jobs = Map.groupBy(
    definitions.filter(({ app }) => of.has(app)),
    ({ app }) => app,
  );
  const online = Map.groupBy(executors, ({ app }) => app);
  const since = new Date(clock.now().getTime() - PACE_MINUTES * A_MINUTE_MS);
  const expected = new Map(
    listed.flatMap(({ key, value }) => {
      const app = key.slice(prefix.length);
      const list = expectedExecutorsIn(value);
      return list.length > 0 && of.has(app) ? [[app, list] as const] : [];
    }),
  );
  const apps = [...new Set([...jobs.keys(), ...online.keys(), ...expected.keys()])].sort();
  return Promise.all(
    apps.map(async (app) => {
      const [counts, minutes, stopped] = await Promise.all([
        store.statistics.countByState(tenant, app),
        store.statistics.completions(tenant, since, app),
        readAppStop(state, tenant, app),
      ]);
      const waiting = counts[JobState.Enqueued];
      const endedPerMinute = minutes.reduce((sum, minute) => sum + endsOf(minute), 0) / PACE_MINUTES;
      return {
        app,
        jobs: jobs.get(app)?.length ?? 0,
        workers: online.get(app)?.length ?? 0,
        missing: missingOf(expected.get(app) ?? [], online.get(app) ?? []).map(({ name }) => name),
        waiting,
        running: counts[JobState.Processing],
        endedPerMinute,
        drainMs: drainMs(waiting, endedPerMinute),
        stopped,
      };
    }),
  );
}

function drainMs(waiting: number, endedPerMinute: number): number | null {
  if (waiting === 0) return 0;
  return endedPerMinute === 0 ? null : Math.round((waiting / endedPerMinute) * A_MINUTE_MS);
}

/** Runs that a worker had: a skipped one waited for nothing. */
function endsOf({ succeeded, terminated, cancelled }: CompletionMinute): number {
  return succeeded + terminated + cancelled;
}
