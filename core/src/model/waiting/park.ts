import type { AttemptRef } from "../instance/attempt-ref.ts";
import type { InstanceChange } from "../instance/instance-change.ts";
import { JobState } from "../instance/job-state.ts";
import type { Reason } from "../reason.ts";

type NextAttempt = Pick<AttemptRef, "tenant" | "id" | "attempt">;

/** A run waits until a gate opens, before its first attempt or a retry; no edge. */
export function park({ tenant, id, attempt }: NextAttempt, at: Date, reason: Reason): InstanceChange {
  const when = { states: [JobState.Enqueued, JobState.Failed], attempt: attempt - 1 };
  return { tenant, id, at, when, set: { reason }, append: [] };
}

/** As `park`, for its turn in its lane. A retry whose own code still holds a slot has no place among those that wait for one: its turn could not begin it. */
export function waitInLane(attempt: NextAttempt, at: Date, reason: Reason): InstanceChange {
  const change = park(attempt, at, reason);
  return attempt.attempt === 1 ? change : { ...change, when: { ...change.when, abandoned: null } };
}
