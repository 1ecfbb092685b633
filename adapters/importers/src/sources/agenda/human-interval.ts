import parseInterval from "human-interval";

/**
 * A length of time in ms, read by the package with which Agenda reads it: "5 minutes", "3 hours and 25 minutes"; months have 30 days and
 * years 365. A number alone is in ms. Agenda asks this before it asks whether a text is a cron expression, so `@hourly` is an hour from
 * the last run there. `null` for anything else.
 */
export function humanInterval(text: string): number | null {
  const words = text.trim();
  if (words !== "" && Number.isFinite(Number(words))) return Number(words);
  const ms = words === "" ? undefined : parseInterval(words);
  return ms === undefined || Number.isNaN(ms) ? null : ms;
}
