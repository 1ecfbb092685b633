import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { JsonValue } from "../base/json.ts";
import { beginningOf } from "../base/truncate.ts";
import type { InstanceChange, InstanceCondition, InstancePatch } from "./instance-change.ts";
import type { HistoryEntry, JobFailure, JobInstance, JobProgress } from "./job-instance.ts";
import { isTransition, JobState } from "./job-state.ts";

/** The part of a run a change is addressed by. */
export type InstanceRef = Pick<JobInstance, "tenant" | "id">;

/** One attempt of one run, as the worker holds it: its claim is the fence of every write. */
export interface AttemptRef extends InstanceRef {
  readonly attempt: number;
  readonly claim: string;
  readonly worker: string;
}

const LONGEST_REASON = 500;

/** A reason as it is stored: one line's worth. */
export function shortReason(reason: string): string {
  return reason.length <= LONGEST_REASON ? reason : `${beginningOf(reason, LONGEST_REASON - 1)}…`;
}

interface Step {
  readonly to: JobState;
  readonly attempt: number;
  readonly worker: string | null;
  readonly reason: string | null;
}

/** The history of a walk along edges, all at one instant. @throws MoJobError `illegal_transition` for an edge that does not exist */
export function walk(at: Date, start: JobState | null, steps: readonly Step[]): readonly HistoryEntry[] {
  let from = start;
  return steps.map(({ to, attempt, worker, reason }) => {
    if (!isTransition(from, to)) {
      throw new MoJobError(
        MoJobErrorCode.IllegalTransition,
        `Cannot move a run from "${from ?? "(new)"}" to "${to}": the state machine has no such edge`,
      );
    }
    const entry: HistoryEntry = {
      at,
      from,
      to,
      attempt,
      worker,
      reason: reason === null ? null : shortReason(reason),
    };
    from = to;
    return entry;
  });
}

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

/** A delayed run whose time has come waits for a worker: Scheduled → Enqueued. */
export function enqueue(ref: InstanceRef, at: Date): InstanceChange {
  return change(ref, at, { states: [JobState.Scheduled] }, { enqueuedAt: at }, [
    ...walk(at, JobState.Scheduled, [
      { to: JobState.Enqueued, attempt: 0, worker: null, reason: "Its time has come" },
    ]),
  ]);
}

/** An attempt begins: Enqueued → Processing for the first, Failed → Processing for a retry; a store adds the slot. */
export function begin(attempt: AttemptRef, at: Date, retryCount: number): InstanceChange {
  const from = attempt.attempt === 1 ? JobState.Enqueued : JobState.Failed;
  const reason = attempt.attempt === 1 ? "Started" : `Retry ${attempt.attempt - 1} of ${retryCount}`;
  return change(
    attempt,
    at,
    { states: [from], attempt: attempt.attempt - 1 },
    {
      attempt: attempt.attempt,
      claim: attempt.claim,
      worker: attempt.worker,
      retryCount,
      startedAt: at,
      // Before its first attempt a run has neither.
      ...(attempt.attempt > 1 && { retryAt: null, progress: null }),
    },
    walk(at, from, [{ to: JobState.Processing, attempt: attempt.attempt, worker: attempt.worker, reason }]),
  );
}

/** A run that may not begin ends unrun: Enqueued → Skipped. */
export function skip(ref: InstanceRef, at: Date, reason: string): InstanceChange {
  return change(
    ref,
    at,
    { states: [JobState.Enqueued] },
    { completedAt: at },
    walk(at, JobState.Enqueued, [{ to: JobState.Skipped, attempt: 0, worker: null, reason }]),
  );
}

/** The attempt returned: Processing → Succeeded, unless a cancel was asked for before. */
export function succeed(
  attempt: AttemptRef,
  at: Date,
  result: JsonValue,
  note: string | null,
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
      ...(attempt.attempt > 1 && { error: null }),
      ...(progress && { progress }),
    },
    walk(at, JobState.Processing, [step(attempt, JobState.Succeeded, note)]),
  );
}

/** What follows a failed attempt. */
export type AfterFailure =
  | { readonly next: "terminate"; readonly reason: string }
  /** Begins the next attempt in the same write and keeps the slot. */
  | { readonly next: "retryNow"; readonly claim: string; readonly retryCount: number }
  /** Gives the slot back and waits. */
  | {
      readonly next: "retryLater";
      readonly retryAt: Date;
      readonly retryCount: number;
      readonly dispatchId: string;
    };

/** The attempt failed: Processing → Failed, and on to Terminated or back to Processing in the same write. */
export function fail(
  attempt: AttemptRef,
  at: Date,
  failure: JobFailure,
  after: AfterFailure,
  progress: JobProgress | null,
): InstanceChange {
  const when: InstanceCondition = {
    states: [JobState.Processing],
    attempt: attempt.attempt,
    claim: attempt.claim,
    cancelRequested: false,
  };
  const failed = step(attempt, JobState.Failed, `Attempt ${attempt.attempt} failed: ${failure.message}`);
  const common: InstancePatch = { error: failure, ...(progress && { progress }) };
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
      const reason = `Retry ${attempt.attempt} of ${after.retryCount}`;
      return change(
        attempt,
        at,
        when,
        {
          ...common,
          attempt: next,
          claim: after.claim,
          retryCount: after.retryCount,
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
 * The two edges are one write, so the run never holds a slot it did not win.
 */
export function failFullRetry(
  attempt: AttemptRef,
  at: Date,
  limit: number,
  after: AfterFailure,
): InstanceChange {
  const when: InstanceCondition = { states: [JobState.Failed], attempt: attempt.attempt - 1 };
  const message = `No free slot: ${limit} of ${limit} in use`;
  const tried: Step[] = [
    step(attempt, JobState.Processing, `Retry ${attempt.attempt - 1}`),
    step(attempt, JobState.Failed, `Attempt ${attempt.attempt} failed: ${message}`),
  ];
  const common: InstancePatch = { attempt: attempt.attempt, error: { code: "full", message } };
  if (after.next === "retryLater") {
    return change(
      attempt,
      at,
      when,
      { ...common, retryAt: after.retryAt, dispatchId: after.dispatchId },
      walk(at, JobState.Failed, tried),
    );
  }
  const reason = after.next === "terminate" ? after.reason : "No retry left";
  return change(attempt, at, when, { ...common, completedAt: at, retryAt: null }, [
    ...walk(at, JobState.Failed, [...tried, step(attempt, JobState.Terminated, reason)]),
  ]);
}

/** A failed run whose retry is called off ends: Failed → Terminated. */
export function giveUpRetry(
  instance: JobInstance,
  at: Date,
  reason: string,
  isCancelled = false,
): InstanceChange {
  const { attempt, worker } = instance;
  const cancelled: InstancePatch = isCancelled ? { cancelRequestedAt: at, cancelReason: reason } : {};
  return change(
    instance,
    at,
    { states: [JobState.Failed], attempt },
    { completedAt: at, retryAt: null, ...cancelled },
    walk(at, JobState.Failed, [{ to: JobState.Terminated, attempt, worker, reason }]),
  );
}

/** A run that has not begun ends: Scheduled or Enqueued → Cancelled. */
export function cancelWaiting(instance: JobInstance, at: Date, reason: string): InstanceChange {
  return change(
    instance,
    at,
    { states: [instance.state], attempt: instance.attempt },
    { completedAt: at, cancelRequestedAt: at, cancelReason: reason },
    walk(at, instance.state, [{ to: JobState.Cancelled, attempt: instance.attempt, worker: null, reason }]),
  );
}

/** Asks the worker of a running attempt to end it; from here on it can only end Cancelled. */
export function requestCancel(instance: JobInstance, at: Date, reason: string): InstanceChange {
  return change(
    instance,
    at,
    { states: [JobState.Processing], attempt: instance.attempt, cancelRequested: false },
    { cancelRequestedAt: at, cancelReason: reason },
  );
}

/** The running attempt ended after a cancel was asked for: Processing → Cancelled. */
export function cancelRunning(
  attempt: AttemptRef,
  at: Date,
  reason: string,
  progress: JobProgress | null,
): InstanceChange {
  return change(
    attempt,
    at,
    { states: [JobState.Processing], attempt: attempt.attempt, claim: attempt.claim, cancelRequested: true },
    { completedAt: at, ...(progress && { progress }) },
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

/** Notes the dispatch that now carries an open run; no edge. */
export function noteDispatch(instance: JobInstance, at: Date, dispatchId: string): InstanceChange {
  return change(instance, at, { states: [instance.state], attempt: instance.attempt }, { dispatchId });
}

function step(attempt: AttemptRef, to: JobState, reason: string | null): Step {
  return { to, attempt: attempt.attempt, worker: attempt.worker, reason };
}
