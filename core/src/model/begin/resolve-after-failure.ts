import type { AfterFailure } from "../instance/after-failure.ts";
import { createId } from "../../base/ids.ts";
import { firstClosed } from "./closed-gates.ts";
import { GateEffect } from "./gates.ts";
import type { Situation } from "./situation.ts";
import { type Reason, ReasonCode } from "../reason.ts";
import { retryWaitMs } from "../instance/retry-wait.ts";

export interface FailedAttempt {
  /** The run's id. */
  readonly id: string;
  /** How many retries of the run have begun (`retriesOf`). */
  readonly retries: number;
  /** Whether trying again is no use, by what was thrown. */
  readonly isFinal: boolean;
  /** The names of the failure in `retryOn`; `null`: it is retried whatever is there. */
  readonly names: readonly string[] | null;
  /** Whether the worker that ran it can go on with the next. */
  readonly mayRetryNow: boolean;
}

/** Decides how to go on after a failed attempt, by the options now in force and the known gates before the next; without its job nothing follows. */
export function resolveAfterFailure(
  situation: Situation,
  { id, retries, isFinal, names, mayRetryNow }: FailedAttempt,
): AfterFailure {
  const { job, now } = situation;
  if (job === null) return terminate({ code: ReasonCode.JobDeleted });
  const { options } = job;
  const { retryCount, retryOn } = options;
  // Before the counts, because a reader should not think that more retries would help.
  if (isFinal) return terminate({ code: ReasonCode.NotRetryable });
  if (names !== null && retryOn.length > 0 && !names.some((name) => isNamedBy(retryOn, name)))
    return terminate({ code: ReasonCode.NotRetriedOn });
  if (retryCount === 0) return terminate({ code: ReasonCode.NoRetries });
  if (retries >= retryCount)
    return terminate({ code: ReasonCode.RetriesUsedUp, parameters: { count: retryCount } });
  const skipped = firstClosed(situation, GateEffect.Skip);
  if (skipped !== null) return terminate(skipped.reason);
  const waitMs = retryWaitMs(options, { id, attempt: retries + 1 });
  if (waitMs === 0 && mayRetryNow && firstClosed(situation) === null)
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

/** Whether a failure is named: as a whole, or by how its name begins where that is followed by `*`. */
export function isNamedBy(patterns: readonly string[], name: string): boolean {
  return patterns.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : one === name));
}
