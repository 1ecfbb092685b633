import { canonicalJson, copyJson } from "../base/json.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { ResolvedJobOptions } from "../model/option/job-options.ts";
import { type JobSchedule, owedAfter, schedulesOf } from "../schedule/job-schedules.ts";

/** From when on the schedules of a job owe their fires. */
export type OwedSince = Pick<JobDefinition, "scheduledSince" | "schedulesSince">;

/**
 * From when on each schedule owes its fires once these options are in force: one that fires at other times now owes nothing
 * of before, and the others go on owing what they owed.
 */
export function owedSince(
  current: OwedSince & Pick<JobDefinition, "options">,
  options: ResolvedJobOptions,
  now: Date,
): OwedSince {
  const before = new Map(timingsOf(current.options));
  const since = timingsOf(options).map(
    ([name, timing]) => [name, before.get(name) === timing ? owedAfter(current, name) : now] as const,
  );
  const [, ...named] = since;
  return {
    scheduledSince: since[0]?.[1] ?? current.scheduledSince,
    ...((named.length > 0 || current.schedulesSince !== undefined) && {
      schedulesSince: Object.fromEntries(named),
    }),
  };
}

/** The same, where no schedule owes a fire at or before an instant. */
export function owedNotBefore({ scheduledSince, schedulesSince }: OwedSince, instant: Date): OwedSince {
  const later = (since: Date): Date => (since < instant ? instant : since);
  return {
    scheduledSince: later(scheduledSince),
    ...(schedulesSince !== undefined && {
      schedulesSince: Object.fromEntries(
        Object.entries(schedulesSince).map(([name, since]) => [name, later(since)]),
      ),
    }),
  };
}

/** The timing of each schedule, as text; a job without schedules has one that never fires. */
function timingsOf({
  schedule,
  disabled,
}: ResolvedJobOptions): readonly (readonly [string | null, string])[] {
  if (schedule === null) return [[null, canonicalJson([disabled])]];
  return schedulesOf(schedule).map((one) => [one.name, timingOf(one, disabled)]);
}

function timingOf({ timing, isDisabled }: JobSchedule, disabled: boolean): string {
  return canonicalJson([
    disabled || isDisabled,
    timing.cron,
    timing.cronDialect,
    timing.timeZone,
    ...(timing.everyMs === null ? [] : [timing.everyMs, timing.everyFrom]),
    timing.startTime?.toISOString() ?? null,
    timing.endTime?.toISOString() ?? null,
    { ...timing.dst },
    ...((timing.calendar ?? null) === null ? [] : [copyJson(timing.calendar)]),
  ]);
}
