import { createId } from "../base/ids.ts";
import type { AfterFailure } from "../instance/transitions.ts";
import type { CommonJobOptions } from "../job/job-options.ts";

export interface FailedAttempt {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  /** Whether trying again is no use, by what was thrown. */
  readonly isFinal: boolean;
  /** Whether the worker that ran it can go on with the next. */
  readonly mayRetryNow: boolean;
}

/** What follows a failed attempt by the options now in force; without its job nothing does. */
export function resolveAfterFailure(
  options: CommonJobOptions | null,
  { attempt, isFinal, mayRetryNow }: FailedAttempt,
  now: Date,
): AfterFailure {
  if (options === null) return { next: "terminate", reason: "Its job does not exist any more" };
  const { retryCount, retryIntervalMs } = options;
  // Before the counts: whoever reads it should not think that more retries would help.
  if (isFinal) return { next: "terminate", reason: "The error says that a retry is no use" };
  if (retryCount === 0) return { next: "terminate", reason: "The job has no retries" };
  if (attempt > retryCount)
    return { next: "terminate", reason: `Retries used up: ${retryCount} of ${retryCount}` };
  if (options.disabled) return { next: "terminate", reason: "The job is disabled" };
  if (retryIntervalMs === 0 && mayRetryNow) return { next: "retryNow", claim: createId(now), retryCount };
  return {
    next: "retryLater",
    retryAt: new Date(now.getTime() + retryIntervalMs),
    retryCount,
    dispatchId: createId(now),
  };
}
