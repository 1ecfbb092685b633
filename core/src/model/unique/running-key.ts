import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { JobState } from "../instance/job-state.ts";

type Keyed = Pick<JobInstance, "jobKey" | "uniqueKey">;

/** Whether a run has begun: one that waits for its retry, or was snoozed, has. */
export function hasBegun({ state, attempt }: Pick<JobInstance, "state" | "attempt">): boolean {
  return state === JobState.Processing || attempt > 0;
}

/**
 * The key that a run has from the moment on in which a newer one comes with its unique key; `null` for a run without. In both keys
 * what follows the job's key has one character before it, which no job key has.
 */
export function runningKeyOf({ jobKey, uniqueKey }: Keyed): string | null {
  return uniqueKey === null ? null : `${jobKey}>${uniqueKey.slice(jobKey.length + 1)}`;
}

/** The key of the run that waits for this one. */
export function waitingKeyOf({ jobKey, uniqueKey }: Keyed): string | null {
  return uniqueKey === null ? null : `${jobKey}|${uniqueKey.slice(jobKey.length + 1)}`;
}

/** A run that has begun leaves its unique key to a newer one, which waits for it; no edge. */
export function leaveKey(run: JobInstance, at: Date): InstanceChange {
  const { tenant, id, state, attempt } = run;
  const when = { states: [state], attempt };
  return { tenant, id, at, when, set: { uniqueKey: runningKeyOf(run) }, append: [] };
}
