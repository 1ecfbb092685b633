import type { AppSet } from "../access/app-set.ts";
import type { Requester } from "../access/requester.ts";
import { completionsIn, countByStateIn } from "./scope/app-statistics.ts";
import type { Clock } from "../base/clock.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { readScheduleFacts, type ScheduleFactsOptions } from "../duties/read-schedule-facts.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import type { ScheduleFacts } from "../schedule/schedule-facts.ts";
import { nextFire } from "../schedule/planner.ts";
import { JobState } from "../model/instance/job-state.ts";
import { JobKind } from "../model/option/job-kind.ts";
import type { ExecutorRecord } from "../model/executor-record.ts";
import type { DebugMode } from "../dispatch/debug-mode.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { Overview, UpcomingFire } from "../scheduler/overview.ts";

const UPCOMING_SHOWN = 10;
const AN_HOUR_MS = 60 * 60 * 1000;

export interface OverviewOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly rules: ScheduleFactsOptions["rules"];
  readonly clock: Clock;
  readonly debugMode: DebugMode;
  /** The workers of some apps. */
  readonly workers: (apps: AppSet) => Promise<readonly ExecutorRecord[]>;
}

/** The state of everything in one look: counts, what ended in the last hour, what fires next. */
export async function readOverview({ apps }: Requester, options: OverviewOptions): Promise<Overview> {
  const { tenant, store, cache, clock, debugMode, workers } = options;
  const now = clock.now();
  const [runs, counts, completions, definitions, executors, modes] = await Promise.all([
    countByStateIn(store.statistics, tenant, apps),
    countByStateIn(store.statistics, tenant, apps, { parts: false }),
    completionsIn(store.statistics, tenant, new Date(now.getTime() - AN_HOUR_MS), apps, { parts: false }),
    cache.getAll(),
    workers(apps),
    debugMode.read(),
  ]);
  const jobs = definitions.filter((definition) => apps.has(definition.app));
  const recurring = jobs.filter(({ kind }) => kind === JobKind.Recurring);
  const facts = await readScheduleFacts(recurring, options);
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
    apps: [...new Set(jobs.map((definition) => definition.app))].sort(),
    tags: [...new Set(jobs.flatMap(({ options }) => options.tags))].sort(),
    // In debug mode none of them will run.
    upcoming: modes.recurring ? [] : soonestFires(recurring, now, facts),
    debugMode: modes,
    workers: executors.length,
    running: runs[JobState.Processing],
  };
}

/** The next fire of each job, soonest first. */
export function soonestFires(
  definitions: readonly JobDefinition[],
  now: Date,
  facts: ScheduleFacts,
): readonly UpcomingFire[] {
  return definitions
    .flatMap((definition) => {
      const at = nextFire(definition, now, facts);
      return at === null ? [] : [{ jobKey: definition.key, name: definition.options.name, at }];
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.jobKey < b.jobKey ? -1 : 1))
    .slice(0, UPCOMING_SHOWN);
}
