import type { JsonValue } from "@mojob/core";
import type { Calendar } from "@mojob/core/engine";
import { type Acts, type CalendarService, changeOf, differences, type Doing } from "@mojob/core/feature";
import { type ActChange, ActKind, SubjectType } from "@mojob/core/ports";
import type { StoredCalendars } from "./calendars.ts";

const MOST_DAYS = 50;
const OF_DAY = "/days.";

/** What is noted of calendars that are made, changed, imported and removed. */
export const CALENDAR_ACTS: Acts<CalendarService, StoredCalendars> = {
  create: async (_, change) => calendarAct(null, await change()),
  async update({ requester, args: [key], service }, change) {
    const { calendar } = await service.get(requester, key);
    return calendarAct(calendar, await change());
  },
  remove: async (_, change) => calendarAct(await change(), null),
  async import({ service }, change) {
    const known = await service.list();
    const { calendar } = await change();
    return calendarAct(known.find(({ key }) => key === calendar.key) ?? null, calendar);
  },
};

function calendarAct(before: Calendar | null, after: Calendar | null): Doing {
  return {
    kind: ActKind.EditCalendar,
    app: null,
    subject: { type: SubjectType.Calendar, id: (after ?? before)?.key ?? "" },
    changes: bounded(differences(shownOf(before), shownOf(after))),
  };
}

/** An import changes more days than anybody reads: they are counted. */
function bounded(changes: readonly ActChange[]): readonly ActChange[] {
  const ofDays = changes.filter(({ pointer }) => pointer.startsWith(OF_DAY));
  if (ofDays.length <= MOST_DAYS) return changes;
  const others = changes.filter(({ pointer }) => !pointer.startsWith(OF_DAY));
  return [...others, changeOf("daysChanged", null, ofDays.length)];
}

/** Days that are the same in both are not shown again. */
function shownOf(calendar: Calendar | null): Readonly<Record<string, JsonValue>> {
  if (calendar === null) return {};
  const { name, weekend, extends: extended, coveredFrom, coveredTo, source } = calendar;
  const days = Object.entries(calendar.days).map(([day, kind]) => [`days.${day}`, kind] as const);
  return {
    name,
    weekend: [...weekend],
    extends: [...extended],
    coveredFrom,
    coveredTo,
    source,
    ...Object.fromEntries(days),
  };
}
