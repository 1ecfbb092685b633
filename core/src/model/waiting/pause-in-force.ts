import { type JobInstance, TriggerType } from "../instance/job-instance.ts";
import type { JobDefinition, JobPause } from "../job-definition.ts";

/** Whether a pause has not ended yet. */
export function isInForce(pause: JobPause | null, now: Date): boolean {
  return pause !== null && (pause.until === null || pause.until > now);
}

/** Whether a run of the job may not begin because it is paused: what its schedule fired is held, what was asked for is not. */
export function isHeldBack(
  { trigger }: Pick<JobInstance, "trigger">,
  { pause }: Pick<JobDefinition, "pause">,
  now: Date,
): boolean {
  return trigger.type === TriggerType.Cron && isInForce(pause, now);
}

/** When the latest pause of a job ended; `null` for none, and while one lasts. */
export function pausedUntil({ pause }: Pick<JobDefinition, "pause">, now: Date): Date | null {
  const until = pause?.until ?? null;
  return until !== null && until <= now ? until : null;
}
