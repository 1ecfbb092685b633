import type { CalendarDayKind } from "@mojob/core/engine";
import { civilDayOf, dayNumberOf } from "../days/civil-day.ts";
import { CHINESE_DAYS } from "./chinese-days.generated.ts";
import type { ImportedDays } from "./imported-days.ts";

/** The holidays of mainland China with the days that are worked for them, for the years whose notice is out. */
export function chineseDays(): ImportedDays {
  const { coveredFrom, coveredTo, ranges } = CHINESE_DAYS;
  const days: Record<string, CalendarDayKind> = {};
  const names: Record<string, string> = {};
  for (const [from, to, kind, name] of ranges) {
    for (let day = dayNumberOf(from); day <= dayNumberOf(to); day += 1) {
      days[civilDayOf(day)] = kind;
      names[civilDayOf(day)] = name;
    }
  }
  const source = `国务院办公厅放假安排 ${coveredFrom.slice(0, 4)}–${coveredTo.slice(0, 4)}`;
  return { days: { weekend: [6, 7], days, names, coveredFrom, coveredTo, source }, ignored: 0 };
}
