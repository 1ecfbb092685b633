import type { JobDefinition } from "@mojob/core";
import type { Silence } from "@mojob/core/engine";
import { selects, silenceIncident } from "@mojob/core/feature";
import type { Incident } from "@mojob/core/ports";
import { alarmSchedule } from "./alarm-schedule.ts";

/** Whether it holds now. */
export function isInForce({ from, until, window }: Silence, now: Date): boolean {
  if (now < new Date(from) || (until !== null && now >= new Date(until))) return false;
  if (window === null) return true;
  const opened = alarmSchedule(window.cron, window.timeZone).next(
    new Date(now.getTime() - window.durationMs),
  );
  return opened !== null && opened <= now;
}

/** Whether it will never hold again. */
export function isOver({ until }: Silence, now: Date): boolean {
  return until !== null && now >= new Date(until);
}

/** Marks the incidents of which nobody is to be notified now, where that has changed. */
export function silenceOpen(
  open: readonly Incident[],
  silences: readonly Silence[],
  jobs: ReadonlyMap<string, JobDefinition>,
  now: Date,
): readonly Incident[] {
  const inForce = silences.filter((silence) => isInForce(silence, now));
  return open.flatMap((incident) => {
    const silencedBy = inForce.find((silence) => selects(silence, incident, jobs))?.id ?? null;
    return silencedBy === incident.silencedBy ? [] : [silenceIncident(incident, silencedBy)];
  });
}
