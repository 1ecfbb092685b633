const DAY_MS = 86_400_000;
const CIVIL_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whole days since 1970-01-01. */
export function dayNumberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

export function civilDayOf(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}

/** Whether a text is a day that its month has, such as `2026-02-28`. */
export function isCivilDay(text: string): boolean {
  if (!CIVIL_DAY.test(text)) return false;
  const number = dayNumberOf(text);
  return Number.isInteger(number) && civilDayOf(number) === text;
}
