import type { Calendar } from "@mojob/core/engine";
import { defineRecords, type RecordDefinition } from "@mojob/core/ports";

export type CalendarField = "id" | "revision";

/** Calendars as every store keeps them: one record each. */
export const CALENDAR_RECORDS: RecordDefinition<Calendar, CalendarField> = defineRecords({
  name: "calendars",
  key: ({ key }: Calendar) => key,
  fields: { id: { type: "text", path: "key" }, revision: "number" },
  indexes: { id: { id: 1 } },
});
