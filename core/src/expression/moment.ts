const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * The milliseconds of a moment, as ISO 8601 writes it with its zone; `null` for any other text, and for a day that no calendar has.
 * @example
 * ```ts
 * momentOf("2026-01-31T08:00:00Z"); // 1769846400000
 * ```
 */
export function momentOf(text: string): number | null {
  const [, year, month, day] = MOMENT.exec(text) ?? [];
  const ms = Date.parse(text);
  if (year === undefined || Number.isNaN(ms)) return null;
  // `Date` takes 30 February for a day in March.
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCDate() === Number(day) ? ms : null;
}
