import type { TFunction } from "i18next";

/** Days of the week: the first is Monday, and has the number 1. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** The name of a day of the week, by its number. */
export function weekdayName(t: TFunction, weekday: number): string {
  return t(`summaries.weekdayOf.${WEEKDAYS[weekday - 1] ?? "mon"}`);
}
