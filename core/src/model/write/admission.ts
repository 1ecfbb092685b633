import { type InstanceChange, meetsCondition } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import type { RunTable, StoredRun } from "./run-table.ts";
import { writeChange } from "./write-change.ts";

export interface Admission {
  /** Must set `state: "Processing"`. */
  readonly change: InstanceChange;
  /** The run's lane, as far as the caller knows: where the record has another since, that one counts. */
  readonly lane: string;
  readonly limit: number | null;
  /** Makes it wait for a slot, with `ReasonCode.WaitsForSlot`; one with a fair share gets its turn (`turnAfter`) in the same write. @default a full lane writes nothing */
  readonly waiting?: InstanceChange;
  /** It waited for a slot and its turn has come. @default false */
  readonly hasWaited?: boolean;
}

export type AdmissionResult =
  /** Written; the record as it is now. */
  | { readonly outcome: "admitted"; readonly instance: JobInstance }
  /** The condition held but every slot is taken; nothing was written. */
  | { readonly outcome: "full" }
  /** The condition held but every slot is taken or others wait; `waiting` was written. The record as it is now. */
  | { readonly outcome: "waits"; readonly instance: JobInstance }
  /** The condition did not hold (another worker won, it was cancelled, the id is unknown); nothing was written. */
  | { readonly outcome: "refused" };

const REFUSED: AdmissionResult = { outcome: "refused" };
const FULL: AdmissionResult = { outcome: "full" };

/** Admits a run as `IMoInstanceStore.admit` says, in a store that writes one run after another. */
export function admitInto<Run extends StoredRun>(
  runs: RunTable<Run>,
  { change, limit, waiting }: Admission,
): AdmissionResult {
  const run = runs.find(change.tenant, change.id);
  if (run === undefined || !meetsCondition(run.record, change.when)) return REFUSED;
  let slot = limit === null ? null : run.record.slot;
  if (limit !== null && slot === null) {
    const lane = runs.laneOf(run.record);
    slot = waiting !== undefined && lane.hasOthers(run) ? null : lane.take(limit);
    if (slot === null) {
      if (waiting === undefined) return FULL;
      return { outcome: "waits", instance: runs.handOut(writeChange(runs, run, waiting, null)) };
    }
  }
  return { outcome: "admitted", instance: runs.handOut(writeChange(runs, run, change, slot)) };
}
