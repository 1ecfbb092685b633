import { createId } from "../../base/ids.ts";
import { type Reason, ReasonCode } from "../reason.ts";
import type { CommonJobOptions } from "../option/job-options.ts";
import { retryWaitMs } from "./retry-wait.ts";

export interface FailedAttempt {
  /** The run's id. */
  readonly id: string;
  /** How many retries of the run have begun (`retriesOf`). */
  readonly retries: number;
  /** Whether trying again is no use, by what was thrown. */
  readonly isFinal: boolean;
  /** What the failure can be named by in `retryOn`; `null`: it is retried whatever is there. */
  readonly names: readonly string[] | null;
  /** Whether the worker that ran it can go on with the next. */
  readonly mayRetryNow: boolean;
}

/** What follows a failed attempt. */
export type AfterFailure =
  | { readonly next: "terminate"; readonly reason: Reason }
  /** Begins the next attempt in the same write and keeps the slot. */
  | {
      readonly next: "retryNow";
      readonly claim: string;
      readonly retryCount: number;
      /** Which retry follows, from 1. */
      readonly retry: number;
    }
  /** Gives the slot back and waits. */
  | {
      readonly next: "retryLater";
      readonly retry: number;
      readonly retryAt: Date;
      readonly retryCount: number;
      readonly dispatchId: string;
    };

/** What follows a failed attempt by the options now in force; without its job nothing does. */
export function resolveAfterFailure(
  options: CommonJobOptions | null,
  { id, retries, isFinal, names, mayRetryNow }: FailedAttempt,
  now: Date,
): AfterFailure {
  if (options === null) return terminate({ code: ReasonCode.JobDeleted });
  const { retryCount, retryOn } = options;
  // Before the counts, because a reader should not think that more retries would help.
  if (isFinal) return terminate({ code: ReasonCode.NotRetryable });
  if (names !== null && retryOn.length > 0 && !names.some((name) => retryOn.includes(name)))
    return terminate({ code: ReasonCode.NotRetriedOn });
  if (retryCount === 0) return terminate({ code: ReasonCode.NoRetries });
  if (retries >= retryCount)
    return terminate({ code: ReasonCode.RetriesUsedUp, parameters: { count: retryCount } });
  if (options.disabled) return terminate({ code: ReasonCode.JobDisabled });
  const waitMs = retryWaitMs(options, { id, attempt: retries + 1 });
  if (waitMs === 0 && mayRetryNow)
    return { next: "retryNow", claim: createId(now), retryCount, retry: retries + 1 };
  return {
    next: "retryLater",
    retry: retries + 1,
    retryAt: new Date(now.getTime() + waitMs),
    retryCount,
    dispatchId: createId(now),
  };
}

function terminate(reason: Reason): AfterFailure {
  return { next: "terminate", reason };
}
