import type { InstanceChange, InstanceCondition, JobInstance } from "@mojob/core";

/** Whether a stored record is what a change asks for. */
export function meetsCondition(record: JobInstance, when: InstanceCondition): boolean {
  return (
    when.states.includes(record.state) &&
    (when.attempt === undefined || when.attempt === record.attempt) &&
    (when.claim === undefined || when.claim === record.claim) &&
    (when.cancelRequested === undefined || when.cancelRequested === (record.cancelRequestedAt !== null))
  );
}

/** The record after the change; outside Processing it has neither slot nor claim, whatever the patch says. */
export function applyChange(record: JobInstance, change: InstanceChange, slot: number | null): JobInstance {
  const state = change.set.state ?? record.state;
  const runs = state === "Processing";
  return {
    ...record,
    ...change.set,
    updatedAt: change.at,
    slot: runs ? slot : null,
    claim: runs ? (change.set.claim ?? record.claim) : null,
    history: change.append.length === 0 ? record.history : [...record.history, ...change.append],
  };
}
