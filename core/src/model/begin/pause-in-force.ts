import type { JobDefinition, JobPause } from "../job-definition.ts";

type Pausable = Pick<JobDefinition, "pause" | "appPause">;

/** Whether a pause has not ended yet. */
export function isInForce(pause: JobPause | null | undefined, now: Date): boolean {
  return pause !== null && pause !== undefined && (pause.until === null || pause.until > now);
}

/** Whether a job is paused, by itself or with its app. */
export function isPaused({ pause, appPause }: Pausable, now: Date): boolean {
  return isInForce(pause, now) || isInForce(appPause, now);
}

/** When the latest pause of a job ended; `null` where none has. */
export function pausedUntil({ pause, appPause }: Pausable, now: Date): Date | null {
  const ends = [pause?.until, appPause?.until].filter((until) => until != null && until <= now) as Date[];
  return ends.length === 0 ? null : new Date(Math.max(...ends.map((until) => until.getTime())));
}
