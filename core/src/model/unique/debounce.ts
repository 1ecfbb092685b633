import type { InstanceChange } from "../instance/instance-change.ts";
import { type JobInstance, TriggerType } from "../instance/job-instance.ts";
import { JobState } from "../instance/job-state.ts";
import { laneOfRun, type NewRun } from "../instance/new-run.ts";
import type { JobDefinition } from "../job-definition.ts";
import { Unique } from "../option/value/unique.ts";
import { hasBegun } from "./running-key.ts";
import { canTakeOver, mayReplace, takeOver } from "./take-over.ts";

/**
 * Whether a run begins only when no further trigger has come for a while. What has a time of its own does not: a fire, and a
 * run that is asked for at a later time; nor does a re-run, whose arguments are older than those that wait. Where edits have
 * left a job both unique and debounced, it is unique.
 */
export function isDebounced({ definition, trigger, dueAt, skipReason, repeats }: NewRun): boolean {
  const { debounceMs, unique } = definition.options;
  return (
    debounceMs > 0 &&
    unique === Unique.Off &&
    skipReason === null &&
    dueAt === null &&
    repeats === undefined &&
    trigger.nominalTime === undefined &&
    trigger.type !== TriggerType.Rerun
  );
}

/** The run as it is recorded where no other one has its key: due when its job has been quiet for long enough. */
export function delayDebounced(run: NewRun, now: Date): NewRun {
  return isDebounced(run) ? { ...run, dueAt: dueTime(run.definition, now, now) } : run;
}

/**
 * Whether the run that has the key of a newer one can take over its arguments. What is asked for by hand runs in debug mode and while its app
 * is stopped, so it has a run of its own where the other was not.
 */
export function canDebounce(other: JobInstance, newer: NewRun): boolean {
  const isOnlyByHand = newer.trigger.manual === true && other.trigger.manual !== true;
  return canTakeOver(other, laneOfRun(newer)) && !isOnlyByHand;
}

/** Whether a run needs no room of its own beside the one that has its key: where it is to wait, until that has begun. */
export function isWaitedFor(other: JobInstance, newer: NewRun): boolean {
  if (isDebounced(newer)) return canDebounce(other, newer);
  return !mayReplace(newer) || !hasBegun(other);
}

/**
 * A run that has not begun goes on with a newer one's arguments, and is due later; no edge. One that is due already keeps
 * its time. It never becomes due earlier: a delivery that comes too early finds so and waits, and nothing is dispatched.
 */
export function debounce(
  other: JobInstance,
  { definition, args, priority }: NewRun,
  at: Date,
): InstanceChange {
  const folded = takeOver(other, args, at);
  // The most urgent of the triggers says how urgent their one run is.
  const change = { ...folded, set: { ...folded.set, priority: Math.min(priority, other.priority) } };
  if (other.state !== JobState.Scheduled) return change;
  const dueMs = Math.max(
    other.scheduledFor?.getTime() ?? 0,
    dueTime(definition, at, other.createdAt).getTime(),
  );
  const scheduledFor = new Date(dueMs);
  // Another trigger may have postponed it further meanwhile.
  const when = { ...change.when, dueBy: scheduledFor };
  return { ...change, when, set: { ...change.set, scheduledFor } };
}

/** A run that has begun, or is of another lane, frees its key before its end; no edge. */
export function freeKey({ tenant, id, state, attempt }: JobInstance, at: Date): InstanceChange {
  return { tenant, id, at, when: { states: [state], attempt }, set: { uniqueKey: null }, append: [] };
}

/** @param first when the first of the triggers came */
function dueTime({ options }: JobDefinition, latest: Date, first: Date): Date {
  const { debounceMs, debounceMaxMs } = options;
  const lastMs = debounceMaxMs === null ? Infinity : first.getTime() + debounceMaxMs;
  return new Date(Math.min(latest.getTime() + debounceMs, lastMs));
}
