import { type Calendar, CalendarDayKind } from "@mojob/core/engine";
import type { CalendarDay, WorkCalendar } from "@mojob/core/feature";
import { dayNumberOf } from "./civil-day.ts";

/** How many calendars may extend one another. */
export const MOST_LEVELS = 4;

/** The days that a calendar has from those that it extends: the first that says something of a day is heard. */
export function inheritedDays(
  calendar: Calendar,
  calendars: ReadonlyMap<string, Calendar>,
): Pick<Calendar, "days" | "names"> {
  const [days, names]: [Record<string, CalendarDayKind>, Record<string, string>] = [{}, {}];
  for (const { days: theirs, names: called } of extendedBy(calendar, calendars)) {
    for (const [day, kind] of Object.entries(theirs)) if (!(day in calendar.days)) days[day] ??= kind;
    for (const [day, name] of Object.entries(called)) if (!(day in calendar.names)) names[day] ??= name;
  }
  return { days, names };
}

/** The calendars that one extends, in the order in which they count. One that is not there, or comes round again, is left out. */
export function extendedBy(
  calendar: Calendar,
  calendars: ReadonlyMap<string, Calendar>,
  seen: ReadonlySet<string> = new Set(),
): readonly Calendar[] {
  const path = new Set([...seen, calendar.key]);
  return calendar.extends.flatMap((key) => {
    const next = calendars.get(key);
    return next === undefined || path.has(key) || path.size > MOST_LEVELS
      ? []
      : [next, ...extendedBy(next, calendars, path)];
  });
}

/** What a calendar and all that it extends know: the days that lie in each. */
export function coverageOf(
  calendar: Calendar,
  calendars: ReadonlyMap<string, Calendar>,
): Pick<Calendar, "coveredFrom" | "coveredTo"> {
  const all = [calendar, ...extendedBy(calendar, calendars)];
  const starts = all.flatMap(({ coveredFrom }) => coveredFrom ?? []).sort();
  const ends = all.flatMap(({ coveredTo }) => coveredTo ?? []).sort();
  return { coveredFrom: starts.at(-1) ?? null, coveredTo: ends[0] ?? null };
}

/** A calendar as the planner asks it, with all that it extends. Its days are put together when the first of them is asked for. */
export function resolveCalendar(calendar: Calendar, calendars: ReadonlyMap<string, Calendar>): WorkCalendar {
  let days: DaysByNumber | null = null;
  const { coveredFrom, coveredTo } = coverageOf(calendar, calendars);
  const knownFrom = coveredFrom === null ? -Infinity : dayNumberOf(coveredFrom);
  const knownTo = coveredTo === null ? Infinity : dayNumberOf(coveredTo);
  const weekend = new Set(calendar.weekend);
  return {
    key: calendar.key,
    revision: calendar.revision,
    knownTo: coveredTo === null ? null : knownTo,
    dayAt(day): CalendarDay {
      days ??= daysByNumber(calendar, calendars);
      const { marked, names } = days;
      const kind = marked.get(day);
      return {
        works: kind === undefined ? !weekend.has(weekdayOf(day)) : kind === CalendarDayKind.Work,
        name: names.get(day) ?? null,
        isEstimated: kind === undefined && (day < knownFrom || day > knownTo),
      };
    },
  };
}

interface DaysByNumber {
  readonly marked: ReadonlyMap<number, CalendarDayKind>;
  readonly names: ReadonlyMap<number, string>;
}

function daysByNumber(calendar: Calendar, calendars: ReadonlyMap<string, Calendar>): DaysByNumber {
  const inherited = inheritedDays(calendar, calendars);
  return {
    marked: byNumber({ ...inherited.days, ...calendar.days }),
    names: byNumber({ ...inherited.names, ...calendar.names }),
  };
}

function byNumber<Value>(days: Readonly<Record<string, Value>>): ReadonlyMap<number, Value> {
  return new Map(Object.entries(days).map(([day, value]) => [dayNumberOf(day), value]));
}

/** 1 is Monday, 7 is Sunday. The epoch was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}
