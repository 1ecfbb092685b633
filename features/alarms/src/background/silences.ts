import type { JobDefinition } from "@mojob/core";
import type { Silence, TimeWindow } from "@mojob/core/engine";
import { type IncidentSelector, type JobWindow, selects, silenceIncident } from "@mojob/core/feature";
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

/** What keeps alarms quiet now: silences, and windows of jobs that silence them. */
export function quietAt(
  silences: readonly Silence[],
  windows: readonly JobWindow[],
  now: Date,
): readonly Quiet[] {
  return [
    ...silences.filter((silence) => isInForce(silence, now)),
    ...windows
      .filter((one) => one.window.silences && one.at(now) !== null)
      .map(({ window }) => ofEverything(window)),
  ];
}

type Quiet = IncidentSelector & Pick<Silence, "id">;

/** Marks the incidents of which nobody is to be notified now, where that has changed. */
export function silenceOpen(
  open: readonly Incident[],
  quiet: readonly Quiet[],
  jobs: ReadonlyMap<string, JobDefinition>,
): readonly Incident[] {
  return open.flatMap((incident) => {
    const silencedBy = quiet.find((silence) => selects(silence, incident, jobs))?.id ?? null;
    return silencedBy === incident.silencedBy ? [] : [silenceIncident(incident, silencedBy)];
  });
}

/** A window keeps quiet whatever is reported of its jobs. */
function ofEverything({ id, apps, jobs, tags }: TimeWindow): Quiet {
  return { id, apps, jobs, tags, severities: null, conditions: null };
}
