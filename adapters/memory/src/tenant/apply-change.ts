import { isTerminal } from "@mojob/core";
import type { InstanceChange, JobInstance } from "@mojob/core/ports";

/** The record after the change; outside Processing it has neither slot nor claim, and after its end no unique key, whatever the patch says. */
export function applyChange(record: JobInstance, change: InstanceChange, slot: number | null): JobInstance {
  const state = change.set.state ?? record.state;
  const runs = state === "Processing";
  return {
    ...record,
    ...change.set,
    updatedAt: change.at,
    uniqueKey: isTerminal(state) ? null : record.uniqueKey,
    slot: runs ? slot : null,
    claim: runs ? (change.set.claim ?? record.claim) : null,
    history: change.append.length === 0 ? record.history : [...record.history, ...change.append],
  };
}
