import type { Operations } from "../../api/operations.generated.ts";
import { shownDay } from "../calendars/calendar-days.ts";
import type { Period } from "./calendar-period.ts";

export type ShownCalendar = Pick<Operations["getCalendar"]["answer"], "calendar" | "inherited" | "knownTo">;

/** The days off of a period, by their names such as `2026-10-01`; each with what it is called, if it is called anything. */
export type DaysOff = ReadonlyMap<string, string | null>;

export const NO_DAYS_OFF: DaysOff = new Map();

/** Days off that follow each other and are called the same. */
export interface StretchOff {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** A calendar has no zone: its days are those that are shown. */
export function daysOffIn(period: Period, { calendar, inherited }: Omit<ShownCalendar, "knownTo">): DaysOff {
  return new Map(
    period.days
      .map(({ name }) => shownDay(name, calendar, inherited))
      .flatMap(({ day, kind, name }) => (kind === "off" ? [[day, name] as const] : [])),
  );
}

/** The days off that have names, the earliest first. */
export function stretchesOff(daysOff: DaysOff): readonly StretchOff[] {
  const stretches: StretchOff[] = [];
  for (const [day, name] of daysOff) {
    if (name === null) continue;
    const last = stretches.at(-1);
    if (last?.name === name && dayAfter(last.to) === day)
      stretches[stretches.length - 1] = { ...last, to: day };
    else stretches.push({ name, from: day, to: day });
  }
  return stretches;
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
