import type { Operations } from "../../api/operations.generated.ts";

export type Calendar = Operations["getCalendar"]["answer"]["calendar"];
export type DayKind = Calendar["days"][string];

const DAY_MS = 86_400_000;

/** What of a calendar a person edits. */
export type CalendarDraft = Pick<
  Calendar,
  "name" | "weekend" | "extends" | "days" | "names" | "coveredFrom" | "coveredTo"
>;

export interface ShownDay {
  /** Such as `2026-10-01`. */
  readonly day: string;
  readonly kind: DayKind;
  /** Where it is said. */
  readonly from: "own" | "inherited" | "weekday";
  readonly name: string | null;
}

/** Of a month the empty places before its first day, in weeks that begin on Monday. */
export function placesBefore(year: number, month: number): number {
  return (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7;
}

export function daysOfMonth(
  year: number,
  month: number,
  draft: CalendarDraft,
  inherited: Pick<Calendar, "days" | "names">,
): readonly ShownDay[] {
  const first = Date.UTC(year, month, 1) / DAY_MS;
  const length = Date.UTC(year, month + 1, 1) / DAY_MS - first;
  return Array.from({ length }, (_, index) =>
    shownDay(new Date((first + index) * DAY_MS).toISOString().slice(0, 10), draft, inherited),
  );
}

/** What a calendar says of a day such as `2026-10-01`. */
export function shownDay(
  day: string,
  { days, names, weekend }: Pick<CalendarDraft, "days" | "names" | "weekend">,
  inherited: Pick<Calendar, "days" | "names">,
): ShownDay {
  const own = days[day];
  const theirs = inherited.days[day];
  return {
    day,
    kind: own ?? theirs ?? kindOfWeekday(day, weekend),
    from: own !== undefined ? "own" : theirs !== undefined ? "inherited" : "weekday",
    name: names[day] ?? inherited.names[day] ?? null,
  };
}

/** The draft after a click on a day: it becomes the other kind, or what it is without this calendar. */
export function toggled(draft: CalendarDraft, day: string, inherited: Pick<Calendar, "days">): CalendarDraft {
  const { [day]: own, ...days } = draft.days;
  if (own === undefined) {
    const before = inherited.days[day] ?? kindOfWeekday(day, draft.weekend);
    return { ...draft, days: { ...draft.days, [day]: before === "work" ? "off" : "work" } };
  }
  const { [day]: _, ...names } = draft.names;
  return { ...draft, days, names };
}

export function named(draft: CalendarDraft, day: string, name: string): CalendarDraft {
  const { [day]: _, ...names } = draft.names;
  return { ...draft, names: name === "" ? names : { ...names, [day]: name } };
}

function kindOfWeekday(day: string, weekend: readonly number[]): DayKind {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return weekend.includes(weekday) ? "off" : "work";
}
