import type { JobOptions } from "../../../api/operations.generated.ts";

/** The days of a calendar on which a schedule fires, as the API has it. */
export type ScheduleCalendar = NonNullable<JobOptions["calendar"]>;

/** The choice of days as one word: a kind of day, or the period that has one. */
export type DaysChoice = "workday" | "offday" | "week" | "month" | "quarter";

/** The option as an input holds it, and back. */
export function textOfCalendar(calendar: ScheduleCalendar | null): string {
  return calendar === null ? "" : JSON.stringify(calendar);
}

export function readCalendar(text: string): ScheduleCalendar | null {
  return text === "" ? null : (JSON.parse(text) as ScheduleCalendar);
}

/** What a named schedule says of the calendar, as an input holds it; empty: the job's, and `null` is every day. */
export function textOfOwnCalendar(calendar: ScheduleCalendar | null | undefined): string {
  return calendar === undefined ? "" : JSON.stringify(calendar);
}

export function daysChoiceOf({ on = "workday" }: ScheduleCalendar): DaysChoice {
  return typeof on === "object" ? on.of : on;
}

/** The same with other days: one day of a period is never moved. */
export function withDays(calendar: ScheduleCalendar, choice: DaysChoice): ScheduleCalendar {
  const { otherwise, ...rest } = calendar;
  if (choice === "workday" || choice === "offday")
    return { ...rest, on: choice, ...(otherwise !== undefined && { otherwise }) };
  const nth = typeof calendar.on === "object" ? calendar.on.nth : -1;
  return { ...rest, on: { nth, of: choice } };
}
