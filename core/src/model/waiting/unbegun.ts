import { attemptFailed, ReasonCode } from "../reason.ts";
import type { AfterFailure } from "../instance/after-failure.ts";
import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobFailure, JobInstance } from "../instance/job-instance.ts";
import { JobState } from "../instance/job-state.ts";
import { summarizeFailure } from "../instance/run-preview.ts";
import { walk } from "../instance/walk.ts";
import type { JobDefinition } from "../job-definition.ts";
import { isClosed } from "../begin/closed-gates.ts";
import { GATES } from "../begin/gates.ts";
import { pausedUntil } from "../begin/pause-in-force.ts";

/** Why an attempt was not begun in time. */
export type UnbegunCode = "no_worker" | "waited_too_long";

/**
 * Since when a run waits for its next attempt to begin; `null` while it does not wait, is not due yet or is held by a pause. What a
 * pause held waits since its end.
 */
export function waitingSince(run: JobInstance, job: JobDefinition, now: Date): Date | null {
  const { state, enqueuedAt, retryAt } = run;
  const since = state === JobState.Enqueued ? enqueuedAt : state === JobState.Failed ? retryAt : null;
  if (since === null || since > now || isClosed(GATES.paused, { job, now, run })) return null;
  const resumedAt = pausedUntil(job, now);
  return resumedAt !== null && resumedAt > since ? resumedAt : since;
}

/**
 * The next attempt was not begun in time: it counts as one that failed, as a retry that finds its job full does. Its edges are
 * one write, so the run holds neither a worker nor a slot.
 */
export function failUnbegun(
  run: JobInstance,
  at: Date,
  failure: JobFailure,
  limitMs: number,
  after: AfterFailure,
): InstanceChange {
  const { tenant, id, state } = run;
  const attempt = run.attempt + 1;
  const isOver = after.next === "terminate";
  const step = { attempt, worker: null };
  const append = walk(at, state, [
    { ...step, to: JobState.Processing, reason: { code: ReasonCode.NotBegun, parameters: { limitMs } } },
    { ...step, to: JobState.Failed, reason: attemptFailed(attempt, failure) },
    ...(isOver ? [{ ...step, to: JobState.Terminated, reason: after.reason }] : []),
  ]);
  const last = append.at(-1);
  return {
    tenant,
    id,
    at,
    when: { states: [state], attempt: run.attempt },
    set: {
      state: last?.to ?? JobState.Failed,
      reason: last?.reason ?? null,
      attempt,
      error: failure,
      errorSummary: summarizeFailure(failure),
      ...(after.next === "retryLater"
        ? { retryAt: after.retryAt, dispatchId: after.dispatchId }
        : { completedAt: at, retryAt: null }),
    },
    append,
  };
}
