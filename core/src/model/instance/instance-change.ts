import type { HistoryEntry, JobInstance } from "./job-instance.ts";
import type { JobState } from "./job-state.ts";

/**
 * The fields a change may replace; identity and origin of a run never change. Its arguments do until it has begun, where a
 * newer run gives it its own, and its lane while it holds no slot.
 */
export type InstancePatch = Partial<
  Pick<
    JobInstance,
    | "state"
    | "reason"
    | "args"
    | "argsPreview"
    | "priority"
    | "lane"
    | "turn"
    | "scheduledFor"
    | "enqueuedAt"
    | "startedAt"
    | "completedAt"
    | "attempt"
    | "retryCount"
    | "retryAt"
    | "worker"
    | "claim"
    | "slot"
    | "abandoned"
    | "dispatchId"
    | "routing"
    | "cancelRequestedAt"
    | "cancelReason"
    | "progress"
    | "usage"
    | "usageSeries"
    | "result"
    | "error"
    | "errorSummary"
  >
> & {
  /** Frees its unique key before its end, or gives it another one. */
  readonly uniqueKey?: string | null;
};

/** The conditions on the stored record for a change to be written; all that are named must hold. */
export interface InstanceCondition {
  readonly states: readonly JobState[];
  readonly attempt?: number;
  /** The fence: the claim the attempt was admitted with. */
  readonly claim?: string;
  /** The dispatch that delivers it: another one since changes nothing. */
  readonly dispatchId?: string;
  /** Whether a cancel must (`true`) or must not (`false`) have been asked for. */
  readonly cancelRequested?: boolean;
  /** The attempt whose code still holds the slot; `null`: there is none. */
  readonly abandoned?: number | null;
  /** Its `scheduledFor` is not later; a run without one does not meet it. */
  readonly dueBy?: Date;
  /** The lane whose slots it competes for: one that was moved since is not moved by this. */
  readonly lane?: string;
}

/** One conditional write to one run: when the condition holds, the patch and the history are written together, else nothing. */
export interface InstanceChange {
  readonly tenant: string;
  readonly id: string;
  /** Becomes `updatedAt`. */
  readonly at: Date;
  readonly when: InstanceCondition;
  readonly set: InstancePatch;
  /** Appended, oldest first. */
  readonly append: readonly HistoryEntry[];
}

/** Whether a record is as a condition wants it. */
export function meetsCondition(
  record: Pick<
    JobInstance,
    "state" | "attempt" | "claim" | "dispatchId" | "cancelRequestedAt" | "scheduledFor" | "abandoned" | "lane"
  >,
  { states, attempt, claim, dispatchId, cancelRequested, abandoned, dueBy, lane }: InstanceCondition,
): boolean {
  return (
    states.includes(record.state) &&
    (attempt === undefined || attempt === record.attempt) &&
    (claim === undefined || claim === record.claim) &&
    (dispatchId === undefined || dispatchId === record.dispatchId) &&
    (cancelRequested === undefined || cancelRequested === (record.cancelRequestedAt !== null)) &&
    (abandoned === undefined || abandoned === (record.abandoned?.attempt ?? null)) &&
    (dueBy === undefined || (record.scheduledFor !== null && record.scheduledFor <= dueBy)) &&
    (lane === undefined || lane === record.lane)
  );
}

/** Whether a record is in the attempt that a patch begins: it was admitted with the patch's claim. */
export function isClaimed(
  record: { readonly attempt: number; readonly claim?: string | null },
  { attempt, claim }: InstancePatch,
): boolean {
  return record.claim === claim && record.attempt === attempt;
}
