import type { JobDefinition } from "@mojob/core";
import { DstGap, type DstOptions, DstOverlap } from "@mojob/core/engine";
import {
  type JobSchedule,
  type LatestFires,
  latestFires,
  type NamedSchedule,
  plansOf,
  resolveTimeZone,
  schedulesOf,
} from "@mojob/core/feature";

/** As far back as the fire before a time is looked for. */
const BACK_MS = 400 * 24 * 60 * 60 * 1000;

/** A time as the schedules of a job name it, whatever keeps them from firing. */
export interface NamedTimes {
  /** The schedules that name it, as the job has them. */
  readonly schedules: readonly JobSchedule[];
  /** One of them would name it, were it no repeated hour. */
  readonly isRepeated: boolean;
  /** A local time that the clocks leave out that day, whose fire this is, or would be; `null` where it is none. */
  readonly gap: LeftOut | null;
  readonly before: Date | null;
  readonly after: Date | null;
}

export interface LeftOut {
  readonly timeZone: string;
  /** The local time that the schedule names, such as `02:30:00`. */
  readonly local: string;
}

/** Asks the planner's own schedules for a time. */
export function namedTimes(job: JobDefinition, at: Date, latest: LatestFires): NamedTimes {
  const schedule = job.options.schedule;
  const found = plansAt(job, at, latest);
  const names = new Set(found.filter(({ isNamed }) => isNamed).map(({ name }) => name));
  const both = names.size > 0 ? [] : plansAt(job, at, latest, { overlap: DstOverlap.Both });
  return {
    schedules: schedule === null ? [] : schedulesOf(schedule).filter(({ name }) => names.has(name)),
    gap: gapOf(job, at, latest),
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

/** The first schedule that names a time only because it is that of a local time which does not exist. */
function gapOf(job: JobDefinition, at: Date, latest: LatestFires): LeftOut | null {
  const { schedule } = job.options;
  const gaps = (schedule === null ? [] : schedulesOf(schedule)).flatMap(({ name, timing: { timeZone } }) => {
    const local = leftOutAt(timeZone, at);
    return local === null ? [] : [{ name, timeZone, local }];
  });
  if (gaps.length === 0) return null;
  const namedWith = (gap: DstGap): ReadonlySet<string | null> =>
    new Set(plansAt(job, at, latest, { gap }).flatMap(({ name, isNamed }) => (isNamed ? [name] : [])));
  const [shifted, plain] = [namedWith(DstGap.Shift), namedWith(DstGap.Skip)];
  const found = gaps.find(({ name }) => shifted.has(name) && !plain.has(name));
  return found === undefined ? null : { timeZone: found.timeZone, local: found.local };
}

/** The local time, left out by the clocks, that comes as much later as they were set forward. */
function leftOutAt(timeZone: string, at: Date): string | null {
  const seconds = at.getTime() / 1000;
  const { from, offset, before } = resolveTimeZone(timeZone).spanAt(seconds);
  if (seconds >= from + offset - before) return null;
  return new Date((seconds + before) * 1000).toISOString().slice(11, 19);
}

function plansAt(job: JobDefinition, at: Date, latest: LatestFires, dst: Partial<DstOptions> = {}) {
  return plansOf(unhindered(job, dst), latest).map(({ schedule: { name }, times }) => {
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
function unhindered(job: JobDefinition, dst: Partial<DstOptions>): JobDefinition {
  const { schedule } = job.options;
  if (schedule === null) return job;
  const schedules = schedule.schedules.map((one) => withoutBounds(one, dst));
  const free = { ...schedule, dst: { ...schedule.dst, ...dst }, jitterMs: 0, schedules };
  return { ...job, origin: "api", options: { ...job.options, disabled: false, schedule: free } };
}

function withoutBounds(schedule: NamedSchedule, dst: Partial<DstOptions>): NamedSchedule {
  return { ...schedule, disabled: false, jitterMs: 0, dst: { ...schedule.dst, ...dst } };
}

function extreme(times: readonly (Date | null)[], pick: (...ms: number[]) => number): Date | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime());
  return known.length === 0 ? null : new Date(pick(...known));
}
