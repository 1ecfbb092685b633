import type { JobDefinition, JobPause } from "../../model/job-definition.ts";

/** Pauses a job remembers besides the latest, whatever firing has come to. */
const MOST_EARLIER_PAUSES = 1000;

export function isPauseOver(pause: JobPause | null, now: Date): pause is JobPause & { readonly until: Date } {
  return pause !== null && pause.until !== null && pause.until <= now;
}

/**
 * Adds a pause and keeps the earlier ones while they can still affect catching up. Where the list is full, fires before
 * the end of the dropped pause are no longer owed.
 */
export function withPause(
  { pause, scheduledSince }: JobDefinition,
  next: JobPause,
  rememberFrom: Date,
): Pick<JobDefinition, "pause" | "scheduledSince"> {
  if (pause === null) return { pause: next, scheduledSince };
  const until = pause.until !== null && pause.until < next.at ? pause.until : next.at;
  const all = [...(pause.earlier ?? []), { at: pause.at, until }].filter((one) => one.until > rememberFrom);
  const forgotten = all.at(-MOST_EARLIER_PAUSES - 1);
  return {
    pause: { ...next, earlier: all.slice(-MOST_EARLIER_PAUSES) },
    scheduledSince:
      forgotten !== undefined && forgotten.until > scheduledSince
        ? justBefore(forgotten.until)
        : scheduledSince,
  };
}

/** The `scheduledSince` with which this instant is the first that is owed. */
function justBefore(instant: Date): Date {
  return new Date(instant.getTime() - 1);
}
