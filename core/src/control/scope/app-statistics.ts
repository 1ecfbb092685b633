import type { AppSet } from "../../access/app-set.ts";
import { JobState } from "../../model/instance/job-state.ts";
import type {
  CompletionMinute,
  CountedRuns,
  IMoInstanceStatistics,
} from "../../ports/instance-statistics.ts";
import { inEach } from "./scoped-query.ts";

/** How many runs of these apps are in each state. */
export async function countByStateIn(
  statistics: IMoInstanceStatistics,
  tenant: string,
  apps: AppSet,
  which?: CountedRuns,
): Promise<Readonly<Record<JobState, number>>> {
  const counts = await inEach(apps, (app) => statistics.countByState(tenant, app, which));
  const sum = (state: JobState): number => counts.reduce((total, one) => total + one[state], 0);
  return Object.fromEntries(Object.values(JobState).map((state) => [state, sum(state)])) as Record<
    JobState,
    number
  >;
}

/** Runs of these apps that ended, minute by minute, oldest first. */
export async function completionsIn(
  statistics: IMoInstanceStatistics,
  tenant: string,
  since: Date,
  apps: AppSet,
  which?: CountedRuns,
): Promise<readonly CompletionMinute[]> {
  const read = await inEach(apps, (app) => statistics.completions(tenant, since, app, which));
  if (read.length === 1) return read[0] ?? [];
  const minutes = new Map<number, CompletionMinute>();
  for (const minute of read.flat()) {
    const same = minutes.get(minute.at.getTime());
    minutes.set(minute.at.getTime(), same === undefined ? minute : added(same, minute));
  }
  return [...minutes.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function added(one: CompletionMinute, other: CompletionMinute): CompletionMinute {
  return {
    at: one.at,
    succeeded: one.succeeded + other.succeeded,
    terminated: one.terminated + other.terminated,
    cancelled: one.cancelled + other.cancelled,
    skipped: one.skipped + other.skipped,
  };
}
