import type { RateLimitOptions } from "../option/value/rate-limit.ts";
import type { AttemptRef } from "../instance/attempt-ref.ts";
import type { InstanceChange } from "../instance/instance-change.ts";
import { JobState } from "../instance/job-state.ts";
import { type Reason, ReasonCode } from "../reason.ts";

/** A run whose lane is full waits for its turn there, before its first attempt or a retry; no edge. */
export function waitForSlot(attempt: AttemptRef, at: Date, limit: number): InstanceChange {
  return waitInLane(attempt, at, { code: ReasonCode.WaitsForSlot, parameters: { limit } });
}

/** A run of a lane with a rate waits for its turn to begin; no edge. */
export function waitForRate(
  attempt: AttemptRef,
  at: Date,
  { max, perMs }: Pick<RateLimitOptions, "max" | "perMs">,
): InstanceChange {
  return waitInLane(attempt, at, { code: ReasonCode.WaitsForSlot, parameters: { limit: max ?? 0, perMs } });
}

/** A run whose job is paused waits until it is resumed, before its first attempt or a retry; no edge. */
export function hold(attempt: AttemptRef, at: Date): InstanceChange {
  return park(attempt, at, { code: ReasonCode.Held });
}

/** A retry whose own code still holds a slot has no place among those that wait for one: its turn could not begin it. */
function waitInLane(attempt: AttemptRef, at: Date, reason: Reason): InstanceChange {
  const change = park(attempt, at, reason);
  return attempt.attempt === 1 ? change : { ...change, when: { ...change.when, abandoned: null } };
}

function park({ tenant, id, attempt }: AttemptRef, at: Date, reason: Reason): InstanceChange {
  const when = { states: [JobState.Enqueued, JobState.Failed], attempt: attempt - 1 };
  return { tenant, id, at, when, set: { reason }, append: [] };
}
