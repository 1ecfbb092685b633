import type { JsonValue } from "../../base/json.ts";
import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import type { NewRun } from "../instance/new-run.ts";
import { JobState } from "../instance/job-state.ts";
import { Unique } from "../option/value/unique.ts";
import { previewArgs } from "../instance/run-preview.ts";

/** Whether a run may take the place of another one of its key: a fire, and a run that a workflow delivers already, needs a record of its own. */
export function mayReplace({ definition, trigger, carriedBy }: NewRun): boolean {
  const isRecorded = trigger.nominalTime !== undefined || carriedBy !== undefined;
  return definition.options.unique === Unique.Replace && !isRecorded;
}

/** Whether a run can take over what a newer one of this lane says: it has not begun, and its slots are of that lane too. */
export function canTakeOver({ state, attempt, lane }: JobInstance, newerLane: string): boolean {
  const waits = state === JobState.Scheduled || state === JobState.Enqueued;
  return waits && attempt === 0 && lane === newerLane;
}

/**
 * Whether the run that waits can go on with a newer one's arguments, at its own time or later where the newer names a later one. One that is
 * asked for by another caller or by hand, for an earlier time, or is more urgent takes the other's place instead, because a run's origin
 * never changes and it never becomes due earlier. A delayed one cannot wait in a run that may begin now.
 */
export function sharesTerms(other: JobInstance, { trigger, dueAt, priority }: NewRun): boolean {
  const waitsLongEnough = other.state === JobState.Scheduled && dueAt !== null && !isEarlier(dueAt, other);
  return (
    other.trigger.type === trigger.type &&
    other.trigger.by === trigger.by &&
    other.trigger.manual === trigger.manual &&
    other.priority <= priority &&
    (dueAt === null || waitsLongEnough)
  );
}

function isEarlier(dueAt: Date, { scheduledFor }: JobInstance): boolean {
  return scheduledFor !== null && dueAt < scheduledFor;
}

/** The same for a newer run that has a time: the one that waits is postponed to it; no edge. */
export function postponeTo(change: InstanceChange, dueAt: Date | null): InstanceChange {
  if (dueAt === null) return change;
  // Another trigger may have postponed it further meanwhile.
  return { ...change, when: { ...change.when, dueBy: dueAt }, set: { ...change.set, scheduledFor: dueAt } };
}

/** A run that has not begun goes on with a newer one's arguments, at its own time and place; no edge. */
export function takeOver({ tenant, id, state }: JobInstance, args: JsonValue, at: Date): InstanceChange {
  return {
    tenant,
    id,
    at,
    when: { states: [state], attempt: 0 },
    set: { args, argsPreview: previewArgs(args) },
    append: [],
  };
}
