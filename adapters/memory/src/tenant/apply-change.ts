import { isTerminal } from "@mojob/core";
import { type InstanceChange, type JobInstance, waitsForSlot } from "@mojob/core/ports";

/**
 * The record after the change; outside Processing it has no claim, and a slot only while its code is abandoned, after its end no unique key, and unless it
 * waits for a slot no turn, whatever the patch says.
 */
export function applyChange(
  record: JobInstance,
  change: Pick<InstanceChange, "at" | "set" | "append">,
  slot: number | null,
): JobInstance {
  const state = change.set.state ?? record.state;
  const runs = state === "Processing";
  const {
    reason = record.reason,
    turn = record.turn,
    abandoned = record.abandoned,
    uniqueKey = record.uniqueKey,
  } = change.set;
  return {
    ...record,
    ...change.set,
    updatedAt: change.at,
    uniqueKey: isTerminal(state) ? null : uniqueKey,
    turn: turn !== null && waitsForSlot({ reason }) ? turn : null,
    slot: runs || abandoned !== null ? slot : null,
    claim: runs ? (change.set.claim ?? record.claim) : null,
    history: change.append.length === 0 ? record.history : [...record.history, ...change.append],
  };
}
