import type { JobDefinition } from "../../model/job-definition.ts";
import type { NamedSchedule } from "../../model/option/value/named-schedule.ts";
import { DstOverlap } from "../../model/option/value/dst-options.ts";
import { type JobSchedule, schedulesOf } from "../../schedule/job-schedules.ts";
import type { LatestFires } from "../../schedule/latest-fire.ts";
import { plansOf } from "../../schedule/schedule-plans.ts";
import { latestFires } from "../../schedule/stretches.ts";

/** As far back as the fire before a time is looked for. */
const BACK_MS = 400 * 24 * 60 * 60 * 1000;

/** What the schedules of a job say of a time, whatever keeps them from firing. */
export interface NamedTimes {
  /** Those that name it, as the job has them. */
  readonly schedules: readonly JobSchedule[];
  /** One of them would name it, were it no repeated hour. */
  readonly isRepeated: boolean;
  readonly before: Date | null;
  readonly after: Date | null;
}

/** Asks the planner's own schedules for a time. */
export function namedTimes(job: JobDefinition, at: Date, latest: LatestFires): NamedTimes {
  const schedule = job.options.schedule;
  const found = plansAt(job, at, latest);
  const names = new Set(found.filter(({ isNamed }) => isNamed).map(({ name }) => name));
  const both = names.size > 0 ? [] : plansAt(job, at, latest, DstOverlap.Both);
  return {
    schedules: schedule === null ? [] : schedulesOf(schedule).filter(({ name }) => names.has(name)),
    isRepeated: both.some(({ isNamed }) => isNamed),
    before: extreme(
      found.map(({ before }) => before),
      Math.max,
    ),
    after: extreme(
      found.map(({ after }) => after),
      Math.min,
    ),
  };
}

function plansAt(job: JobDefinition, at: Date, latest: LatestFires, overlap?: DstOverlap) {
  return plansOf(unhindered(job, overlap), latest).map(({ schedule: { name }, times }) => {
    const justBefore = new Date(at.getTime() - 1);
    const stretch = { after: new Date(at.getTime() - BACK_MS), to: justBefore };
    return {
      name,
      isNamed: times.next(justBefore)?.getTime() === at.getTime(),
      before: latestFires(times, [stretch], 1)[0] ?? null,
      after: times.next(at),
    };
  });
}

/** The job with nothing that keeps its schedules from firing at their nominal times. */
function unhindered(job: JobDefinition, overlap?: DstOverlap): JobDefinition {
  const { schedule } = job.options;
  if (schedule === null) return job;
  const schedules = schedule.schedules.map((one) => withoutBounds(one, overlap));
  const dst = overlap === undefined ? schedule.dst : { ...schedule.dst, overlap };
  const free = { ...schedule, dst, jitterMs: 0, schedules };
  return { ...job, origin: "api", options: { ...job.options, disabled: false, schedule: free } };
}

function withoutBounds(schedule: NamedSchedule, overlap?: DstOverlap): NamedSchedule {
  const { dst, ...rest } = schedule;
  return {
    ...rest,
    disabled: false,
    jitterMs: 0,
    ...(dst !== undefined && { dst: overlap === undefined ? dst : { ...dst, overlap } }),
  };
}

function extreme(times: readonly (Date | null)[], pick: (...ms: number[]) => number): Date | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime());
  return known.length === 0 ? null : new Date(pick(...known));
}
