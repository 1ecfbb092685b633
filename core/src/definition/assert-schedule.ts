import { invalidInput } from "../base/input.ts";
import { issueAt } from "../base/issue/issue.ts";
import type { ScheduleOptions } from "../model/option/job-options.ts";
import { compileSchedule } from "../schedule/schedule.ts";

/**
 * Checks what only all options together show.
 * @throws MoJobError `invalid_cron`, `invalid_argument` for an unknown zone or an end that is not after the start
 */
export function assertSchedule(schedule: ScheduleOptions, jobKey: string, doing: string): void {
  const { cron, startTime, endTime } = schedule;
  // A job without a cron still needs a zone that exists: giving it a cron later must not fail on the zone.
  compileSchedule({ ...schedule, cron: cron ?? "0 0 0 * * *", seed: jobKey });
  if (startTime !== null && endTime !== null && endTime <= startTime) {
    throw invalidInput(doing, [issueAt("/endTime", "end_before_start", { start: startTime.toISOString() })]);
  }
}
