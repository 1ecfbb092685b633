import type { Incident } from "@mojob/core/ports";

/** One that was opened again so often within an hour is held open until it has been quiet. */
const FLAPS = 4;
const AN_HOUR_MS = 3_600_000;
const QUIET_MS = 30 * 60_000;

/** Whether an incident comes and goes, so that it stays open although its cause is over for the moment. */
export function isHeldOpen(
  { reopenedAt, lastAt }: Pick<Incident, "reopenedAt" | "lastAt">,
  now: Date,
): boolean {
  const latest = reopenedAt.slice(-FLAPS).map((at) => at.getTime());
  const [first = 0, last = first] = [latest[0], latest.at(-1)];
  return latest.length === FLAPS && last - first <= AN_HOUR_MS && now.getTime() - lastAt.getTime() < QUIET_MS;
}
