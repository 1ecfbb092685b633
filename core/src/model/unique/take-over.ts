import type { JsonValue } from "../../base/json.ts";
import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { JobState } from "../instance/job-state.ts";
import { previewArgs } from "../instance/run-preview.ts";

/** Whether a run can take over what a newer one of this lane says: it has not begun, and its slots are of that lane too. */
export function canTakeOver({ state, attempt, lane }: JobInstance, newerLane: string): boolean {
  const waits = state === JobState.Scheduled || state === JobState.Enqueued;
  return waits && attempt === 0 && lane === newerLane;
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
