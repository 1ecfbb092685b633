import type { JsonValue } from "../base/json.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { ScheduleOptions } from "../model/option/job-options.ts";
import type { NamedSchedule } from "../model/option/value/named-schedule.ts";

/** When one schedule of a job fires. */
export type TimingOptions = Omit<ScheduleOptions, "schedules">;

/** One schedule of a job, with what it leaves out taken from the job. */
export interface JobSchedule {
  /** `null` for the job's own. */
  readonly name: string | null;
  readonly timing: TimingOptions;
  readonly isDisabled: boolean;
  /** The arguments of its fires. @default the job's */
  readonly args?: JsonValue;
}

/** The schedules of a job: its own first, then the named ones in their order. */
export function schedulesOf({ schedules, ...own }: ScheduleOptions): readonly JobSchedule[] {
  const first: JobSchedule = { name: null, timing: own, isDisabled: false };
  return [first, ...schedules.map((schedule) => withinJob(schedule, own))];
}

function withinJob(schedule: NamedSchedule, own: TimingOptions): JobSchedule {
  const { name, disabled = false, args, startTime, endTime, misfire, dst, ...stated } = schedule;
  return {
    name,
    isDisabled: disabled,
    ...(args !== undefined && { args }),
    timing: {
      ...own,
      cron: null,
      everyMs: null,
      ...stated,
      ...(startTime !== undefined && { startTime: startTime === null ? null : new Date(startTime) }),
      ...(endTime !== undefined && { endTime: endTime === null ? null : new Date(endTime) }),
      misfire: { ...own.misfire, ...misfire },
      dst: { ...own.dst, ...dst },
    },
  };
}

/** The text that the `H` of a schedule's expression is hashed from: each schedule of a job has its own. */
export function seedOf(jobKey: string, name: string | null): string {
  return name === null ? jobKey : `${jobKey}:${name}`;
}

/** The schedule that fired a run; the job's own where it has been removed since. */
export function scheduleNamed(schedule: ScheduleOptions, name: string | undefined): JobSchedule {
  const all = schedulesOf(schedule);
  return all.find((one) => one.name === (name ?? null)) ?? (all[0] as JobSchedule);
}

/** No fire of a schedule at or before it is owed. */
export function owedAfter(
  { scheduledSince, schedulesSince }: Pick<JobDefinition, "scheduledSince" | "schedulesSince">,
  name: string | null,
): Date {
  return (name === null ? undefined : schedulesSince?.[name]) ?? scheduledSince;
}
