import type { AttemptRef } from "./attempt-ref.ts";
import type { InstanceChange } from "./instance-change.ts";
import type { JobInstance, JobProgress } from "./job-instance.ts";
import { JobState } from "./job-state.ts";
import { type Reason, ReasonCode } from "../reason.ts";
import { walk } from "./walk.ts";

/** Snoozes of one run, at most: its history has three entries for each. */
export const MOST_SNOOZES = 1000;

export interface SnoozedAttempt {
  readonly delayMs: number;
  /** The dispatch that delivers the next attempt. */
  readonly dispatchId: string;
  readonly progress: JobProgress | null;
  /** @default its job asked for it */
  readonly reason?: Reason;
}

/** To be executed later: Processing → Scheduled, unless a cancel was asked for before. */
export function snooze(
  attempt: AttemptRef,
  { retryCount }: Pick<JobInstance, "retryCount">,
  at: Date,
  {
    delayMs,
    dispatchId,
    progress,
    reason = { code: ReasonCode.Snoozed, parameters: { delayMs } },
  }: SnoozedAttempt,
): InstanceChange {
  const { tenant, id, worker } = attempt;
  return {
    tenant,
    id,
    at,
    when: {
      states: [JobState.Processing],
      attempt: attempt.attempt,
      claim: attempt.claim,
      cancelRequested: false,
    },
    set: {
      state: JobState.Scheduled,
      reason,
      scheduledFor: new Date(at.getTime() + delayMs),
      retryCount: retryCount + 1,
      dispatchId,
      ...(progress && { progress }),
    },
    append: walk(at, JobState.Processing, [
      { to: JobState.Scheduled, attempt: attempt.attempt, worker, reason },
    ]),
  };
}

/** How often a run was snoozed. */
export function snoozesOf({ history }: Pick<JobInstance, "history">): number {
  return history.filter(({ from, to }) => from === JobState.Processing && to === JobState.Scheduled).length;
}

/** How many retries of a run have begun. */
export function retriesOf({ history }: Pick<JobInstance, "history">): number {
  return history.filter(({ from, to }) => from === JobState.Failed && to === JobState.Processing).length;
}
