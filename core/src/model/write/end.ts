import { type InstanceChange, meetsCondition } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { isNextInLane } from "../instance/lane.ts";
import type { LaneView, RunTable, StoredRun } from "./run-table.ts";
import { writeChange } from "./write-change.ts";

export interface EndAndAdmit {
  readonly change: InstanceChange;
  /** Who gets the slot. @default nobody */
  readonly next?: NextInLane;
}

/**
 * Begins the run that waits first in a lane, where it is a first attempt for any executor and was there at the moment of the
 * change: else none begins.
 */
export interface NextInLane {
  /** Its change but for the id; must set `state: "Processing"`. */
  readonly change: Omit<InstanceChange, "id">;
  /** As `Admission.limit`. */
  readonly limit: number;
}

export interface EndResult {
  /** Whether the condition of the change held. */
  readonly isWritten: boolean;
  /** The run that has got the slot, as it is now. */
  readonly begun: JobInstance | null;
  /** Whether runs wait in the lane that may begin now; where none has begun. */
  readonly othersWait: boolean;
}

/** An end as it was written, `null` where its condition did not hold, and what became of its slot. */
export interface WrittenEnd extends Omit<EndResult, "isWritten"> {
  readonly ended: JobInstance | null;
}

const REFUSED: WrittenEnd = { ended: null, begun: null, othersWait: true };

/**
 * Ends runs, and gives each slot on, as `IMoInstanceStore.endAndAdmit` says, in a store that writes one run after another.
 * @param runsOf a tenant
 */
export function endAndGive<Run extends StoredRun>(
  runsOf: (tenant: string) => RunTable<Run>,
  ends: readonly EndAndAdmit[],
): readonly WrittenEnd[] {
  // All ends first: what waits in a lane is then read once for all slots that are given back.
  const written = ends.map(({ change }) => {
    const runs = runsOf(change.tenant);
    const run = runs.find(change.tenant, change.id);
    if (run === undefined || !meetsCondition(run.record, change.when)) return null;
    const lane = runs.laneOf(run.record);
    return { ended: writeChange(runs, run, change, run.record.slot).record, lane, runs };
  });
  return ends.map(({ next }, index) => {
    const end = written[index] ?? null;
    if (end === null) return REFUSED;
    const { ended, lane, runs } = end;
    const first = lane.next;
    if (first === undefined) return { ended, begun: null, othersWait: false };
    const begun = next === undefined ? null : beginIn(runs, lane, first, next);
    return { ended, begun: begun && runs.handOut(begun), othersWait: true };
  });
}

function beginIn<Run extends StoredRun>(
  runs: RunTable<Run>,
  lane: LaneView<Run>,
  first: Run,
  { change, limit }: NextInLane,
): Run | null {
  // A run that came while the end was on its way would begin before it was there.
  if (first.record.history.some(({ at }) => at > change.at)) return null;
  if (!isNextInLane(first.record) || !meetsCondition(first.record, change.when)) return null;
  const slot = lane.take(limit);
  return slot === null ? null : writeChange(runs, first, change, slot);
}
