import { Permission } from "@mojob/core";
import type { Feature } from "@mojob/core/engine";
import type { CalendarService, Rules } from "@mojob/core/feature";
import { CALENDAR_ACTS } from "./acts.ts";
import { CALENDAR_RECORDS } from "./calendar-records.ts";
import { calendarRules } from "./calendar-rules.ts";
import { StoredCalendars } from "./calendars.ts";

export { assertExtends } from "./days/assert-extends.ts";
export { type NewCalendar, parseNewCalendar } from "./calendar-request.ts";

const RULES: Rules<CalendarService> = {
  list: Permission.ReadJobs,
  get: Permission.ReadJobs,
  create: Permission.EditJobs,
  update: Permission.EditJobs,
  remove: Permission.EditJobs,
  preview: Permission.ReadJobs,
  fires: Permission.ReadJobs,
  import: { always: [Permission.EditJobs], leavesAct: ([request]) => !isDryRun(request) },
};

function isDryRun(request: unknown): boolean {
  return typeof request === "object" && request !== null && "dryRun" in request && request.dryRun === true;
}

/** Keeps calendars of working days and holidays, by which schedules fire. */
export const CALENDARS: Feature = {
  name: "calendars",
  records: [CALENDAR_RECORDS],
  services: {
    calendars: { rules: RULES, acts: CALENDAR_ACTS, create: (parts) => new StoredCalendars(parts) },
  },
  scheduleRules: calendarRules,
};
