import { type InstanceChange, meetsCondition } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { isTerminal, JobState } from "../instance/job-state.ts";
import { waitsForSlot } from "../instance/lane.ts";
import type { RunTable, StoredRun } from "./run-table.ts";

/** The part of a change that is written; its condition has been judged. */
export type WrittenChange = Pick<InstanceChange, "at" | "set" | "append">;

/**
 * The record after the change; outside Processing it has no claim, and a slot only while its code is abandoned, after its end no unique key, and unless it
 * waits for a slot no turn, whatever the patch says.
 */
export function applyChange(record: JobInstance, change: WrittenChange, slot: number | null): JobInstance {
  const state = change.set.state ?? record.state;
  const runs = state === JobState.Processing;
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
    history: change.append.length === 0 ? record.history : appended(record.history, change.append),
  };
}

type History = JobInstance["history"];
let latest = { before: [] as History, entries: [] as History, after: [] as History };

/** Runs that are created together and begin together have their histories in common, and are kept with one. */
function appended(before: History, entries: History): History {
  if (before !== latest.before || entries !== latest.entries)
    latest = { before, entries, after: [...before, ...entries] };
  return latest.after;
}

/** Writes a change with this slot; a run that begins to wait in a lane gets its turn there. */
export function writeChange<Run extends StoredRun>(
  runs: RunTable<Run>,
  run: Run,
  change: WrittenChange,
  slot: number | null,
): Run {
  const before = run.record;
  const record = applyChange(before, change, slot);
  const joins = waitsForSlot(record) && (!waitsForSlot(before) || before.lane !== record.lane);
  const takesTurns = joins && record.fairShare !== null;
  return runs.write(run, takesTurns ? { ...record, turn: runs.laneOf(record).turnOf(record) } : record);
}

/** Writes a change as `IMoInstanceStore.update` says; returns the run, or `null` where its condition did not hold. */
export function updateIn<Run extends StoredRun>(runs: RunTable<Run>, change: InstanceChange): Run | null {
  const run = runs.find(change.tenant, change.id);
  if (run === undefined || !meetsCondition(run.record, change.when)) return null;
  const { uniqueKey = null } = change.set;
  const holder = uniqueKey === null ? undefined : runs.holderOf(change.tenant, uniqueKey);
  if (holder !== undefined && holder.record.id !== change.id) return null;
  return writeChange(runs, run, change, run.record.slot);
}
