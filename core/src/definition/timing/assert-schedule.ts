import { isMoJobError, MoJobError } from "../../base/error.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import type { ScheduleOptions } from "../../model/option/job-options.ts";
import { type JobSchedule, schedulesOf, seedOf } from "../../schedule/job-schedules.ts";
import { assertCalendar } from "./assert-calendar.ts";
import { compileSchedule } from "../../schedule/schedule.ts";

/**
 * Checks what only all options together show, for each schedule of a job.
 * @throws MoJobError `invalid_cron`, `invalid_argument` for an unknown zone or an end that is not after the start
 */
export function assertSchedule(schedule: ScheduleOptions, jobKey: string, doing: string): void {
  for (const [index, one] of schedulesOf(schedule).entries()) {
    if (one.name === null) assertTiming(one, jobKey, doing);
    else within(`/schedules/${index - 1}`, () => assertTiming(one, jobKey, doing));
  }
}

function assertTiming({ name, timing }: JobSchedule, jobKey: string, doing: string): void {
  const { cron, everyMs, startTime, endTime } = timing;
  if (cron !== null && everyMs !== null)
    throw invalidInput(doing, [issueAt("/everyMs", "excludes", { other: "cron" })]);
  if (name !== null && cron === null && everyMs === null)
    throw invalidInput(doing, [issueAt("/cron", "neither_cron_nor_interval")]);
  // A job without a cron still needs a zone that exists: giving it a cron later must not fail on the zone.
  compileSchedule({ ...timing, cron: cron ?? "0 0 0 * * *", seed: seedOf(jobKey, name) });
  assertCalendar(timing, seedOf(jobKey, name), doing);
  if (startTime !== null && endTime !== null && endTime <= startTime) {
    throw invalidInput(doing, [issueAt("/endTime", "end_before_start", { start: startTime.toISOString() })]);
  }
}

/** Has the mistakes of a check point below `pointer`. */
function within(pointer: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!isMoJobError(error)) throw error;
    const issues = error.issues.map((issue) => ({ ...issue, pointer: `${pointer}${issue.pointer}` }));
    throw new MoJobError(error.code, error.message, { cause: error, issues });
  }
}
