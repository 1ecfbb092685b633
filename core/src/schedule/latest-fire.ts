import type { JobDefinition, JobPause } from "../model/job-definition.ts";
import { compileInterval, onceAt } from "./interval-schedule.ts";
import { owedAfter, type JobSchedule } from "./job-schedules.ts";
import type { Schedule } from "./schedule.ts";

/** The latest fire of a schedule whose interval counts from the ends of its runs. */
export interface LatestFire {
  readonly runId: string;
  /** `null` while its run is open. */
  readonly endedAt: Date | null;
}

/** By `scheduleId`; a schedule that has not fired is not there. */
export type LatestFires = ReadonlyMap<string, LatestFire>;

/** Names a schedule among those of all jobs: `@` is in no job's key. */
export function scheduleId(jobKey: string, name: string | null): string {
  return `${jobKey}@${name ?? ""}`;
}

/**
 * The next fire of a schedule that counts from ends, as far as it is known: one interval after the latest of the end of the run before,
 * the beginning of the schedule and the end of a pause. `null` while a run of it is open.
 */
export function timesAfterEnd(
  definition: JobDefinition,
  { name, timing: { everyMs, everyFrom, startTime } }: JobSchedule,
  latest: LatestFires,
): Schedule | null {
  const before = latest.get(scheduleId(definition.key, name));
  if (before?.endedAt === null) return null;
  const pauses = [definition.pause, definition.appPause ?? null].filter((one) => one !== null);
  const sinceMs = Math.max(
    owedAfter(definition, name).getTime(),
    before?.endedAt.getTime() ?? -Infinity,
    ...pauses.map(endOf),
  );
  if (sinceMs === Infinity || everyMs === null) return onceAt(null);
  return compileInterval({ everyMs, everyFrom, startTime, since: new Date(sinceMs) });
}

/** A pause that ends before it begins pauses nothing. */
function endOf({ at, until }: JobPause): number {
  if (until === null) return Infinity;
  return until > at ? until.getTime() : -Infinity;
}
