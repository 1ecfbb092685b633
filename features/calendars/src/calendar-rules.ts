import type { Calendar } from "@mojob/core/engine";
import type { ScheduleRules, ScheduleRuleSource } from "@mojob/core/feature";
import type { IMoJobScheduleMetadataStore } from "@mojob/core";
import { CALENDAR_RECORDS } from "./calendar-records.ts";
import { MOST_CALENDARS } from "./calendars.ts";
import { resolveCalendar } from "./days/resolve-calendar.ts";

/** The calendars of a tenant as every plan reads them. */
export function calendarRules({
  tenant,
  store,
}: {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
}): ScheduleRuleSource {
  const records = store.records(CALENDAR_RECORDS);
  return {
    async load(): Promise<Pick<ScheduleRules, "calendars">> {
      const all = await records.find({ tenant, where: {}, order: ["id"], limit: MOST_CALENDARS });
      const calendars = new Map(all.map((calendar: Calendar) => [calendar.key, calendar]));
      return { calendars: new Map(all.map((one: Calendar) => [one.key, resolveCalendar(one, calendars)])) };
    },
  };
}
