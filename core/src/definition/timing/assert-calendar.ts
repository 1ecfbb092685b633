import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { IntervalFrom } from "../../model/cron/interval-from.ts";
import { CalendarOtherwise } from "../../model/option/value/schedule-calendar.ts";
import type { TimingOptions } from "../../schedule/job-schedules.ts";
import { dailySeconds } from "../../schedule/rules/calendar-times.ts";

/** What of a schedule its calendar has to fit. */
export type CalendarTiming = Pick<
  TimingOptions,
  "cron" | "cronDialect" | "everyMs" | "everyFrom" | "calendar"
>;

/**
 * Checks that the days of a calendar fit the times of a schedule: which day an interval that counts from ends comes to is known too late to
 * leave it out, and only one time a day can be moved to another day without coming to where it is named already.
 * @throws MoJobError `invalid_argument`
 */
export function assertCalendar(
  { cron, cronDialect, everyMs, everyFrom, calendar }: CalendarTiming,
  seed: string,
  doing: string,
): void {
  if ((calendar ?? null) === null || calendar === null) return;
  const { on, otherwise = CalendarOtherwise.Skip } = calendar;
  if (everyMs !== null && everyFrom === IntervalFrom.End)
    throw invalidInput(doing, [issueAt("/calendar", "excludes", { other: "everyFrom" })]);
  if (everyMs !== null && typeof on === "object")
    throw invalidInput(doing, [issueAt("/calendar/on", "excludes", { other: "everyMs" })]);
  if (otherwise === CalendarOtherwise.Skip) return;
  if (typeof on === "object")
    throw invalidInput(doing, [issueAt("/calendar/otherwise", "excludes", { other: "calendar.on.nth" })]);
  if (everyMs !== null || (cron !== null && dailySeconds(cron, cronDialect, seed) === null))
    throw invalidInput(doing, [issueAt("/calendar/otherwise", "needs_daily_time")]);
}
