import type { JsonValue } from "../../base/json.ts";
import type { InstanceChange, InstanceCondition, InstancePatch } from "./instance-change.ts";
import type { AbandonedAttempt, HistoryEntry, JobFailure, JobInstance, JobProgress } from "./job-instance.ts";
import { attemptFailed, type CancelReason, type Reason, ReasonCode, type Stopped } from "../reason.ts";
import type { ScriptRef } from "../script-version.ts";
import type { AfterFailure } from "./after-failure.ts";
import type { AttemptRef, InstanceRef } from "./attempt-ref.ts";
import { JobState } from "./job-state.ts";
import { summarizeFailure } from "./run-preview.ts";
import { type Step, walk } from "./walk.ts";

function change(
  ref: InstanceRef,
  at: Date,
  when: InstanceCondition,
  set: InstancePatch,
  append: readonly HistoryEntry[] = [],
): InstanceChange {
  const last = append.at(-1);
  const patch = last === undefined ? set : { ...set, state: last.to, reason: last.reason };
  return { tenant: ref.tenant, id: ref.id, at, when, set: patch, append };
}

/**
 * A delayed run whose time has come waits for a worker: Scheduled → Enqueued.
 * @param attempt the attempt that is due: a late request for an earlier one does not end a snooze
 * @param dueBy a run that is due later was postponed, and stays as it is
 */
export function enqueue(ref: InstanceRef, at: Date, attempt = 1, dueBy: Date = at): InstanceChange {
  const begun = attempt - 1;
  const due = { to: JobState.Enqueued, attempt: begun, worker: null, reason: { code: ReasonCode.Due } };
  const when: InstanceCondition = { states: [JobState.Scheduled], attempt: begun, dueBy };
  return change(ref, at, when, { enqueuedAt: at }, walk(at, JobState.Scheduled, [due]));
}

/**
 * An attempt begins: Failed → Processing for a retry, Enqueued → Processing for another; a store adds the slot.
 * @param retries which retry it is; 0 for the first attempt, and for one that ends a snooze
 * @param script the version that it runs; `null` where its job runs none
 */
export function begin(
  attempt: AttemptRef,
  at: Date,
  retryCount: number,
  retries: number = attempt.attempt - 1,
  script: ScriptRef | null = null,
): InstanceChange {
  const from = retries === 0 ? JobState.Enqueued : JobState.Failed;
  const reason: Reason = retries === 0 ? started(script) : retry(retries, retryCount, script);
  const endsSnooze = retries === 0 && attempt.attempt > 1;
  const snoozes = attempt.attempt - 1 - retries;
  return change(
    attempt,
    at,
    {
      states: [from],
      attempt: attempt.attempt - 1,
      // Its own code may go on from the attempt before.
      ...(attempt.attempt > 1 && { abandoned: null }),
    },
    {
      attempt: attempt.attempt,
      claim: attempt.claim,
      worker: attempt.worker,
      // Its record counts the snoozes that came before.
      ...(!endsSnooze && { retryCount: retryCount + snoozes }),
      startedAt: at,
      // Before its first attempt a run has neither.
      ...(attempt.attempt > 1 && { retryAt: null, progress: null }),
    },
    walk(at, from, [{ to: JobState.Processing, attempt: attempt.attempt, worker: attempt.worker, reason }]),
  );
}

/**
 * A run that may not begin ends: Enqueued → Skipped.
 * @param attempt attempts begun before it was snoozed
 */
export function skip(ref: InstanceRef, at: Date, reason: Reason, attempt = 0): InstanceChange {
  return change(
    ref,
    at,
    { states: [JobState.Enqueued] },
    { completedAt: at },
    walk(at, JobState.Enqueued, [{ to: JobState.Skipped, attempt, worker: null, reason }]),
  );
}

/** The attempt returned: Processing → Succeeded, unless a cancel was asked for before. */
export function succeed(
  attempt: AttemptRef,
  at: Date,
  result: JsonValue,
  note: Reason | null,
  progress: JobProgress | null,
): InstanceChange {
  return change(
    attempt,
    at,
    { states: [JobState.Processing], attempt: attempt.attempt, claim: attempt.claim, cancelRequested: false },
    {
      completedAt: at,
      // Nothing but this gives a run a result, and only a failed attempt an error.
      ...(result !== null && { result }),
      ...(attempt.attempt > 1 && { error: null, errorSummary: null }),
      ...(progress && { progress }),
    },
    walk(at, JobState.Processing, [step(attempt, JobState.Succeeded, note)]),
  );
}

/**
 * The attempt failed: Processing → Failed, and on to Terminated or back to Processing in the same write.
 * @param abandoned where its code goes on and keeps the slot; such an attempt is never retried in the same write
 */
export function fail(
  attempt: AttemptRef,
  at: Date,
  failure: JobFailure,
  after: AfterFailure,
  progress: JobProgress | null,
  abandoned: AbandonedAttempt | null = null,
): InstanceChange {
  const when: InstanceCondition = {
    states: [JobState.Processing],
    attempt: attempt.attempt,
    claim: attempt.claim,
    cancelRequested: false,
  };
  const failed = step(attempt, JobState.Failed, attemptFailed(attempt.attempt, failure));
  const common: InstancePatch = {
    error: failure,
    errorSummary: summarizeFailure(failure),
    ...(progress && { progress }),
    ...(abandoned && { abandoned }),
  };
  switch (after.next) {
    case "terminate":
      return change(attempt, at, when, { ...common, completedAt: at }, [
        ...walk(at, JobState.Processing, [failed, step(attempt, JobState.Terminated, after.reason)]),
      ]);
    case "retryLater":
      return change(
        attempt,
        at,
        when,
        { ...common, retryAt: after.retryAt, dispatchId: after.dispatchId },
        walk(at, JobState.Processing, [failed]),
      );
    case "retryNow": {
      const next = attempt.attempt + 1;
      const reason = retry(after.retry, after.retryCount);
      return change(
        attempt,
        at,
        when,
        {
          ...common,
          attempt: next,
          claim: after.claim,
          retryCount: after.retryCount + attempt.attempt - after.retry,
          startedAt: at,
          progress: null,
        },
        walk(at, JobState.Processing, [
          failed,
          { to: JobState.Processing, attempt: next, worker: attempt.worker, reason },
        ]),
      );
    }
  }
}

/**
 * A retry that found the job full: it counts as an attempt that failed at once (design: a full retry is a failed attempt).
 * The two edges are one write, so the run never holds a slot it did not win. What its code failed with stays the run's error.
 */
export function failFullRetry(
  attempt: AttemptRef,
  at: Date,
  limit: number,
  after: AfterFailure,
  before: Pick<JobInstance, "error">,
  retries: number = attempt.attempt - 1,
): InstanceChange {
  const when: InstanceCondition = { states: [JobState.Failed], attempt: attempt.attempt - 1 };
  const failure = fullFailure(limit);
  const tried: Step[] = [
    step(attempt, JobState.Processing, retry(retries, null)),
    step(attempt, JobState.Failed, attemptFailed(attempt.attempt, failure)),
  ];
  const common: InstancePatch = {
    attempt: attempt.attempt,
    ...(before.error === null && { error: failure, errorSummary: summarizeFailure(failure) }),
  };
  if (after.next === "retryLater") {
    return change(
      attempt,
      at,
      when,
      { ...common, retryAt: after.retryAt, dispatchId: after.dispatchId },
      walk(at, JobState.Failed, tried),
    );
  }
  const reason: Reason = after.next === "terminate" ? after.reason : { code: ReasonCode.NoRetries };
  return change(attempt, at, when, { ...common, completedAt: at, retryAt: null }, [
    ...walk(at, JobState.Failed, [...tried, step(attempt, JobState.Terminated, reason)]),
  ]);
}

/** Why a retry that wins no slot has failed. */
export function fullFailure(limit: number): JobFailure {
  return { code: "full", message: `No free slot: ${limit} of ${limit} in use`, parameters: { limit } };
}

/** A failed run whose retry is called off ends: Failed → Terminated. */
export function giveUpRetry(
  { attempt, worker, ...ref }: JobInstance,
  at: Date,
  reason: Reason,
  to: JobState = JobState.Terminated,
): InstanceChange {
  const steps = walk(at, JobState.Failed, [{ to, attempt, worker, reason }]);
  return change(ref, at, { states: [JobState.Failed], attempt }, { completedAt: at, retryAt: null }, steps);
}

/** A failed run is cancelled before its retry: Failed → Cancelled. */
export function cancelRetry(instance: JobInstance, at: Date, asked: CancelReason | Stopped): InstanceChange {
  const isOfRun = asked.code === ReasonCode.Cancelled;
  const reason: Reason = isOfRun ? { ...asked, code: ReasonCode.RetryCancelled } : asked;
  const { set, ...end } = giveUpRetry(instance, at, reason, JobState.Cancelled);
  return { ...end, set: { ...set, cancelRequestedAt: at, cancelReason: asked } };
}

/** A run that has not begun ends: Scheduled or Enqueued → Cancelled. */
export function cancelWaiting(instance: JobInstance, at: Date, reason: Reason): InstanceChange {
  return change(
    instance,
    at,
    { states: [instance.state], attempt: instance.attempt },
    { completedAt: at, cancelRequestedAt: at, cancelReason: reason },
    walk(at, instance.state, [{ to: JobState.Cancelled, attempt: instance.attempt, worker: null, reason }]),
  );
}

/** Asks the worker of a running attempt to end it; from here on it can only end Cancelled. */
export function requestCancel(instance: JobInstance, at: Date, reason: Reason): InstanceChange {
  return change(
    instance,
    at,
    { states: [JobState.Processing], attempt: instance.attempt, cancelRequested: false },
    { cancelRequestedAt: at, cancelReason: reason },
  );
}

/**
 * The running attempt ended after a cancel was asked for: Processing → Cancelled.
 * @param abandoned where its code goes on and keeps the slot
 */
export function cancelRunning(
  attempt: AttemptRef,
  at: Date,
  reason: Reason,
  progress: JobProgress | null,
  abandoned: AbandonedAttempt | null = null,
): InstanceChange {
  return change(
    attempt,
    at,
    { states: [JobState.Processing], attempt: attempt.attempt, claim: attempt.claim, cancelRequested: true },
    { completedAt: at, ...(progress && { progress }), ...(abandoned && { abandoned }) },
    walk(at, JobState.Processing, [step(attempt, JobState.Cancelled, reason)]),
  );
}

/** How far a running attempt says it is; no edge. */
export function reportProgress(attempt: AttemptRef, at: Date, progress: JobProgress): InstanceChange {
  return change(
    attempt,
    at,
    { states: [JobState.Processing], attempt: attempt.attempt, claim: attempt.claim },
    { progress },
  );
}

const STARTED: Reason = { code: ReasonCode.Started };

function started(script: ScriptRef | null): Reason {
  return script === null ? STARTED : { code: ReasonCode.ScriptStarted, parameters: { script } };
}

function retry(number: number, of: number | null, script: ScriptRef | null = null): Reason {
  return { code: ReasonCode.Retry, parameters: { number, of, ...(script !== null && { script }) } };
}

function step(attempt: AttemptRef, to: JobState, reason: Reason | null): Step {
  return { to, attempt: attempt.attempt, worker: attempt.worker, reason };
}
