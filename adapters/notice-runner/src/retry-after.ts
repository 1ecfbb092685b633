const LONGEST_MS = 3_600_000;

/** How long a response asks to wait, at most an hour; `null` where it does not say. */
export function retryAfterMs(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  now: Date,
): number | null {
  const { "retry-after": text } = headers;
  if (typeof text !== "string") return null;
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 1000), LONGEST_MS);
}
