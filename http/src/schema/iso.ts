/** An instant as the API writes it: ISO 8601, UTC, milliseconds. */
export function isoOrNull(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString();
}
