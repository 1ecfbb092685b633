/** The short name of a day of the week: 1 is Monday. */
export function weekdayName(day: number, language: string): string {
  // The first of January 2024 was a Monday.
  const at = Date.UTC(2024, 0, day);
  return new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" }).format(at);
}
