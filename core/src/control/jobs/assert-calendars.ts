import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import type { ResolvedJobOptions } from "../../model/option/job-options.ts";
import { schedulesOf } from "../../schedule/job-schedules.ts";
import type { ScheduleRules } from "../../schedule/rules/schedule-rules.ts";
import { calendarOf } from "../../schedule/schedule-plans.ts";

/**
 * Refuses a schedule by a calendar that is not there, because it would never fire. A calendar that stood there before may have been lost.
 * @param besides keys of calendars that will be there by then
 * @throws MoJobError `invalid_argument`
 */
export function assertCalendars(
  { schedule }: Pick<ResolvedJobOptions, "schedule">,
  before: Pick<ResolvedJobOptions, "schedule"> | null,
  { calendars }: Pick<ScheduleRules, "calendars">,
  doing: string,
  besides: ReadonlySet<string> = new Set(),
): void {
  if (schedule === null || schedule === before?.schedule) return;
  for (const [index, one] of schedulesOf(schedule).entries()) {
    const key = calendarOf(one)?.key;
    if (key === undefined || calendars.has(key) || besides.has(key)) continue;
    // A named schedule without a calendar of its own has that of the job.
    const isOwn = one.name === null || schedule.schedules[index - 1]?.calendar === undefined;
    const pointer = isOwn ? "/calendar/key" : `/schedules/${index - 1}/calendar/key`;
    throw invalidInput(doing, [issueAt(pointer, "no_such_calendar", { key })]);
  }
}
