import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { owedNotBefore, type OwedSince } from "../../definition/owed-since.ts";
import type { JobDefinition, JobPause } from "../../model/job-definition.ts";
import { isInForce } from "../../model/begin/pause-in-force.ts";

/** Pauses a job remembers besides the latest, whatever firing has come to. */
const MOST_EARLIER_PAUSES = 1000;
/** A pause that ended this long before the cursor is forgotten, because no process fires from so far behind. */
export const REMEMBER_PAUSES_MS = 3_600_000;

/** How often a change that raced with another is tried again before it is refused. */
export const MOST_TRIES = 10;

export function isPauseOver(pause: JobPause | null, now: Date): pause is JobPause & { readonly until: Date } {
  return pause !== null && pause.until !== null && pause.until <= now;
}

/**
 * Adds a pause and keeps the earlier ones while they can still affect catching up. Where the list is full, fires before
 * the end of the dropped pause are no longer owed.
 * @throws MoJobError `already_paused` where another pause is in force and must stay
 */
export function withPause(
  { key, pause, scheduledSince, schedulesSince }: Pick<JobDefinition, "key" | "pause"> & OwedSince,
  next: JobPause,
  rememberFrom: Date,
  unlessPaused = false,
): Pick<JobDefinition, "pause"> & OwedSince {
  if (unlessPaused && pause !== null && isInForce(pause, next.at) && !isSame(pause, next)) {
    throw new MoJobError(MoJobErrorCode.AlreadyPaused, `Cannot pause job "${key}": ${inWords(pause)}`);
  }
  const since = { scheduledSince, ...(schedulesSince !== undefined && { schedulesSince }) };
  if (pause === null) return { pause: next, ...since };
  const until = pause.until !== null && pause.until < next.at ? pause.until : next.at;
  const all = [...(pause.earlier ?? []), { at: pause.at, until }].filter((one) => one.until > rememberFrom);
  const forgotten = all.at(-MOST_EARLIER_PAUSES - 1);
  return {
    pause: { ...next, earlier: all.slice(-MOST_EARLIER_PAUSES) },
    ...(forgotten === undefined ? since : owedNotBefore(since, justBefore(forgotten.until))),
  };
}

/** Whether a call that is repeated asks for the pause that it made. */
function isSame(pause: JobPause, { by, note, until }: JobPause): boolean {
  return pause.by === by && pause.note === note && pause.until?.getTime() === until?.getTime();
}

function inWords({ by, note, until }: JobPause): string {
  const end = until === null ? "" : ` until ${until.toISOString()}`;
  return `it is paused already${end}${by === undefined ? "" : ` by "${by}"`}${note === null ? "" : ` ("${note}")`}`;
}

/** The `scheduledSince` with which this instant is the first that is owed. */
function justBefore(instant: Date): Date {
  return new Date(instant.getTime() - 1);
}

/** The definition as it is shown: a pause that is over is none. */
export function withoutEndedPauses(definition: JobDefinition, now: Date): JobDefinition {
  const { pause, appPause = null } = definition;
  if (!isPauseOver(pause, now) && !isPauseOver(appPause, now)) return definition;
  return {
    ...definition,
    pause: isPauseOver(pause, now) ? null : pause,
    appPause: isPauseOver(appPause, now) ? null : appPause,
  };
}
