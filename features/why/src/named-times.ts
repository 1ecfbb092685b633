import type { JobDefinition } from "@mojob/core";
import { DstGap, type DstOptions, DstOverlap } from "@mojob/core/engine";
import {
  calendarOf,
  type JobSchedule,
  type ScheduleFacts,
  latestFires,
  type NamedSchedule,
  plansOf,
  resolveTimeZone,
  schedulesOf,
} from "@mojob/core/feature";

/** As far back as the fire before a time is looked for. */
const DAY_MS = 24 * 60 * 60 * 1000;
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
  /** What calendars have made of the time, or to which one a fire was moved; `null` where they change nothing. */
  readonly calendar: CalendarVerdict | null;
}

/** What the calendar of a schedule makes of a time. */
export type CalendarVerdict =
  | { readonly kind: "missing"; readonly calendar: string }
  | {
      readonly kind: "off" | "held";
      readonly calendar: string;
      readonly day: string;
      readonly name: string | null;
    }
  | {
      readonly kind: "moved";
      readonly calendar: string;
      readonly day: string;
      readonly name: string | null;
      readonly to: Date;
    }
  | { readonly kind: "here"; readonly calendar: string; readonly from: Date };

export interface LeftOut {
  readonly timeZone: string;
  /** The local time that the schedule names, such as `02:30:00`. */
  readonly local: string;
}

/** Asks the planner's own schedules for a time. */
export function namedTimes(job: JobDefinition, at: Date, facts: ScheduleFacts): NamedTimes {
  const schedule = job.options.schedule;
  const found = plansAt(job, at, facts);
  const names = new Set(found.filter(({ isNamed }) => isNamed).map(({ name }) => name));
  const both = names.size > 0 ? [] : plansAt(job, at, facts, { overlap: DstOverlap.Both });
  return {
    schedules: schedule === null ? [] : schedulesOf(schedule).filter(({ name }) => names.has(name)),
    gap: gapOf(job, at, facts),
    calendar: calendarVerdict(job, at, facts, names),
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
function gapOf(job: JobDefinition, at: Date, facts: ScheduleFacts): LeftOut | null {
  const { schedule } = job.options;
  const gaps = (schedule === null ? [] : schedulesOf(schedule)).flatMap(({ name, timing: { timeZone } }) => {
    const local = leftOutAt(timeZone, at);
    return local === null ? [] : [{ name, timeZone, local }];
  });
  if (gaps.length === 0) return null;
  const namedWith = (gap: DstGap): ReadonlySet<string | null> =>
    new Set(plansAt(job, at, facts, { gap }).flatMap(({ name, isNamed }) => (isNamed ? [name] : [])));
  const [shifted, plain] = [namedWith(DstGap.Shift), namedWith(DstGap.Skip)];
  const found = gaps.find(({ name }) => shifted.has(name) && !plain.has(name));
  return found === undefined ? null : { timeZone: found.timeZone, local: found.local };
}

/** A fire that every schedule that names the time has lost to its calendar, or one that has come to a time which none names. */
function calendarVerdict(
  job: JobDefinition,
  at: Date,
  facts: ScheduleFacts,
  names: ReadonlySet<string | null>,
): CalendarVerdict | null {
  const { schedule } = job.options;
  if (schedule === null) return null;
  const byDays = new Map(plansOf(unhindered(job, {}, true), facts).map((plan) => [plan.schedule.name, plan]));
  const verdicts = schedulesOf(schedule).flatMap((one): (CalendarVerdict | null)[] => {
    const calendar = calendarOf(one)?.key;
    const plan = byDays.get(one.name);
    if (names.size > 0 && !names.has(one.name)) return [];
    if (calendar === undefined) return [null];
    if (plan === undefined) return names.size > 0 ? [{ kind: "missing", calendar }] : [];
    if (names.size === 0) {
      const from = plan.times.next(new Date(at.getTime() - 1))?.getTime() === at.getTime();
      return from ? [{ kind: "here", calendar, from: plan.times.nominalOf(at) }] : [];
    }
    const { onDays } = plan;
    const to = onDays?.beginOf(at) ?? null;
    if (onDays === null || to?.getTime() === at.getTime()) return [null];
    const number = onDays.rule.dayOf(at);
    const { name } = onDays.rule.dayAt(number);
    const day = new Date(number * DAY_MS).toISOString().slice(0, 10);
    if (to !== null) return [{ kind: "moved", calendar, day, name, to }];
    return [{ kind: onDays.rule.isHeld(number) ? "held" : "off", calendar, day, name }];
  });
  return verdicts.includes(null) ? null : (verdicts[0] ?? null);
}

/** The local time, left out by the clocks, that comes as much later as they were set forward. */
function leftOutAt(timeZone: string, at: Date): string | null {
  const seconds = at.getTime() / 1000;
  const { from, offset, before } = resolveTimeZone(timeZone).spanAt(seconds);
  if (seconds >= from + offset - before) return null;
  return new Date((seconds + before) * 1000).toISOString().slice(11, 19);
}

function plansAt(job: JobDefinition, at: Date, facts: ScheduleFacts, dst: Partial<DstOptions> = {}) {
  const anyway = { ...facts, rules: { ...facts.rules, windows: [] } };
  return plansOf(unhindered(job, dst), anyway).map(({ schedule: { name }, times }) => {
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
function unhindered(job: JobDefinition, dst: Partial<DstOptions>, onDays = false): JobDefinition {
  const { schedule } = job.options;
  if (schedule === null) return job;
  const schedules = schedule.schedules.map((one) => withoutBounds(one, dst, onDays));
  const free = {
    ...schedule,
    dst: { ...schedule.dst, ...dst },
    jitterMs: 0,
    schedules,
    ...(!onDays && { calendar: null }),
  };
  return { ...job, origin: "api", options: { ...job.options, disabled: false, schedule: free } };
}

function withoutBounds(schedule: NamedSchedule, dst: Partial<DstOptions>, onDays: boolean): NamedSchedule {
  return {
    ...schedule,
    disabled: false,
    jitterMs: 0,
    dst: { ...schedule.dst, ...dst },
    ...(!onDays && { calendar: null }),
  };
}

function extreme(times: readonly (Date | null)[], pick: (...ms: number[]) => number): Date | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime());
  return known.length === 0 ? null : new Date(pick(...known));
}
