import type { JobInstance } from "../instance/job-instance.ts";
import type { Reason } from "../reason.ts";
import type { RunTable, StoredRun } from "./run-table.ts";

/** A new run. */
export interface Arrival {
  readonly instance: JobInstance;
  /** How it waits where its lane is full; one with a fair share gets its turn (`turnAfter`) besides. @default it does not */
  readonly waiting?: WaitingArrival;
}

export interface WaitingArrival {
  /** As `Admission.limit`. */
  readonly limit: number;
  /** With `ReasonCode.WaitsForSlot`. */
  readonly reason: Reason;
}

export type ArrivalResult =
  /** Written as it was given. */
  | { readonly outcome: "recorded" }
  /** Written, and waits for a slot; the record as it is now. */
  | { readonly outcome: "waits"; readonly instance: JobInstance }
  /** Nothing was written: what already stood under the id or the unique key. */
  | { readonly outcome: "taken"; readonly instance: JobInstance };

const RECORDED: ArrivalResult = { outcome: "recorded" };

/** Records a new run as `IMoInstanceStore.insert` says: a slot is given by an admission and by nothing else. */
export function insertInto<Run extends StoredRun>(
  runs: RunTable<Run>,
  instance: JobInstance,
): JobInstance | null {
  const hasNone = instance.slot === null && instance.abandoned === null;
  return runs.insert(hasNone ? instance : { ...instance, slot: null, abandoned: null });
}

/** Records a new run as `IMoInstanceStore.insertOrWait` says, in a store that writes one run after another. */
export function arriveIn<Run extends StoredRun>(
  runs: RunTable<Run>,
  { instance, waiting }: Arrival,
): ArrivalResult {
  const lane = waiting === undefined ? null : runs.laneOf(instance);
  if (waiting === undefined || lane?.isFull(waiting.limit) !== true) {
    const standing = insertInto(runs, instance);
    return standing === null ? RECORDED : { outcome: "taken", instance: standing };
  }
  const waits = { ...instance, slot: null, reason: waiting.reason, turn: lane.turnOf(instance) };
  const standing = insertInto(runs, waits);
  return standing === null ? { outcome: "waits", instance: waits } : { outcome: "taken", instance: standing };
}
