import type { Clock } from "../base/clock.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { JobDefinition } from "../definition/job-definition.ts";
import { nextFire } from "../firing/planner.ts";
import { JobState } from "../instance/job-state.ts";
import { JobKind } from "../job/job-kind.ts";
import type { ExecutorRecord, IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { Overview, UpcomingFire } from "./mo-job-scheduler.ts";

const UPCOMING_SHOWN = 10;
const AN_HOUR_MS = 60 * 60 * 1000;

export interface OverviewOptions {
  readonly tenant: string;
  readonly scope: string | null;
  readonly store: IMoJobScheduleMetadataStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  readonly workers: () => Promise<readonly ExecutorRecord[]>;
}

/** The state of everything in one look: counts, what ended in the last hour, what fires next. */
export async function readOverview({
  tenant,
  scope,
  store,
  cache,
  clock,
  workers,
}: OverviewOptions): Promise<Overview> {
  const now = clock.now();
  const app = scope ?? undefined;
  const [counts, completions, definitions, executors] = await Promise.all([
    store.instances.countByState(tenant, app),
    store.instances.completions(tenant, new Date(now.getTime() - AN_HOUR_MS), app),
    cache.getAll(),
    workers(),
  ]);
  const jobs = definitions.filter((definition) => scope === null || definition.app === scope);
  const recurring = jobs.filter(({ kind }) => kind === JobKind.Recurring);
  return {
    counts,
    completions,
    jobs: {
      total: jobs.length,
      recurring: recurring.length,
      triggered: jobs.length - recurring.length,
      paused: recurring.filter(({ pause }) => pause !== null && (pause.until === null || pause.until > now))
        .length,
      disabled: jobs.filter(({ options }) => options.disabled).length,
    },
    upcoming: soonestFires(recurring, now),
    workers: executors.length,
    running: counts[JobState.Processing],
  };
}

/** The next fire of each job, soonest first. */
export function soonestFires(definitions: readonly JobDefinition[], now: Date): readonly UpcomingFire[] {
  return definitions
    .flatMap((definition) => {
      const at = nextFire(definition, now);
      return at === null ? [] : [{ jobKey: definition.key, name: definition.options.name, at }];
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.jobKey < b.jobKey ? -1 : 1))
    .slice(0, UPCOMING_SHOWN);
}
