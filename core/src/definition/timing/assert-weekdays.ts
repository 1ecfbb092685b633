import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { issueAt } from "../../base/issue/issue.ts";
import type { DeclaredLayers } from "../../model/layer/declared-layers.ts";
import type { ScheduleOptions } from "../../model/option/job-options.ts";
import type { OptionPath } from "../../model/option/option-path.ts";
import { weekdayReadings } from "../../schedule/cron/weekday-readings.ts";
import { schedulesOf, seedOf } from "../../schedule/job-schedules.ts";

/** How the numbers of weekdays of a job are to be read. */
export interface RequestedWeekdays {
  readonly jobKey: string;
  /** The schedule in force before; an expression that stands there already is not asked about. @default none */
  readonly before?: ScheduleOptions | null;
  /** Whether the job, its code or the scheduler's defaults state `cronDialect`. */
  readonly isStated: boolean;
}

/** Whether somebody has stated the dialect: a record without layers is of before they were kept, and counts as one that has. */
export function statesDialect(
  layers: DeclaredLayers | undefined,
  edited: readonly OptionPath[] = [],
): boolean {
  if (layers === undefined) return true;
  return [...layers.code, ...layers.global, ...edited].includes("cronDialect");
}

/**
 * Asks which weekdays are meant by an expression whose numbers Quartz and XXL-JOB read as others.
 * @throws MoJobError `invalid_cron` with both meanings, where no `cronDialect` is stated
 */
export function assertWeekdays(
  schedule: ScheduleOptions,
  { jobKey, before = null, isStated }: RequestedWeekdays,
  doing: string,
): void {
  const known = new Map(
    before === null ? [] : schedulesOf(before).map(({ name, timing }) => [name, timing.cron]),
  );
  for (const [index, { name, timing }] of schedulesOf(schedule).entries()) {
    const own = name === null ? undefined : schedule.schedules[index - 1]?.cronDialect;
    const { cron } = timing;
    if (isStated || own !== undefined || cron === null || known.get(name) === cron) continue;
    const readings = weekdayReadings(cron, seedOf(jobKey, name));
    if (readings === null) continue;
    const pointer = name === null ? "/cron" : `/schedules/${index - 1}/cron`;
    const issue = issueAt(pointer, "cron_weekday_unclear", { ...readings });
    throw new MoJobError(MoJobErrorCode.InvalidCron, `Cannot ${doing}: "${pointer}" ${issue.message}`, {
      issues: [issue],
    });
  }
}
