import type { Incident } from "../model/incident/incident.ts";
import { silenceIncident } from "../model/incident/incident-change.ts";
import { selects } from "../model/incident/selector.ts";
import type { MaintenanceWindow, Silence } from "../model/incident/silence.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { DstGap, DstOverlap } from "../model/option/value/dst-options.ts";
import { compileSchedule, type Schedule } from "../schedule/schedule.ts";

/** The fires of a maintenance window. @throws MoJobError `invalid_cron`, `invalid_argument` for an unknown zone */
export function windowSchedule({ cron, timeZone }: Omit<MaintenanceWindow, "durationMs">): Schedule {
  const dst = { gap: DstGap.Shift, overlap: DstOverlap.First };
  return compileSchedule({ cron, timeZone, dst, seed: "silence" });
}

/** Whether it holds now. */
export function isInForce({ from, until, window }: Silence, now: Date): boolean {
  if (now < new Date(from) || (until !== null && now >= new Date(until))) return false;
  if (window === null) return true;
  const opened = windowSchedule(window).next(new Date(now.getTime() - window.durationMs));
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
