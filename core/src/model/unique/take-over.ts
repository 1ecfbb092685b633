import type { JsonValue } from "../../base/json.ts";
import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import type { NewRun } from "../instance/new-run.ts";
import { JobState } from "../instance/job-state.ts";
import { previewArgs } from "../instance/run-preview.ts";

/** Whether a run can take over what a newer one of this lane says: it has not begun, and its slots are of that lane too. */
export function canTakeOver({ state, attempt, lane }: JobInstance, newerLane: string): boolean {
  const waits = state === JobState.Scheduled || state === JobState.Enqueued;
  return waits && attempt === 0 && lane === newerLane;
}

/**
 * Whether a newer run differs from the one that waits in nothing but its arguments, so that they can be taken over. One that is asked for by
 * another caller or by hand, for another time, or is more urgent takes the other's place instead, because a run's origin never changes.
 */
export function sharesTerms(other: JobInstance, { trigger, dueAt, priority }: NewRun, at: Date): boolean {
  const due = (time: Date | null): number => Math.max(time?.getTime() ?? 0, at.getTime());
  return (
    other.trigger.type === trigger.type &&
    other.trigger.by === trigger.by &&
    other.trigger.manual === trigger.manual &&
    other.priority <= priority &&
    due(other.scheduledFor) === due(dueAt)
  );
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
