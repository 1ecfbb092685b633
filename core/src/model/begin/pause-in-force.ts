import type { JobDefinition, JobPause } from "../job-definition.ts";

type Pausable = Pick<JobDefinition, "pause" | "appPause" | "windows">;

/** Whether a pause has not ended yet. */
export function isInForce(pause: JobPause | null | undefined, now: Date): boolean {
  return pause !== null && pause !== undefined && (pause.until === null || pause.until > now);
}

/** Whether a job is paused: by itself, with its app or by a window. */
export function isPaused({ pause, appPause, windows = [] }: Pausable, now: Date): boolean {
  return (
    isInForce(pause, now) || isInForce(appPause, now) || windows.some((window) => window.at(now) !== null)
  );
}

/** When the latest pause of a job ended, or its latest window; `null` where none has. */
export function pausedUntil({ pause, appPause, windows = [] }: Pausable, now: Date): Date | null {
  const pauses = [pause?.until, appPause?.until].filter((until) => until != null && until <= now) as Date[];
  const closed = windows.flatMap((window) => window.endedBy(now) ?? []);
  const ends = [...pauses, ...closed];
  return ends.length === 0 ? null : new Date(Math.max(...ends.map((until) => until.getTime())));
}
