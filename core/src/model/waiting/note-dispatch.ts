import type { InstanceChange, InstancePatch } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { isHeld, waitsForEnd } from "../instance/lane.ts";

/** Notes the dispatch that now delivers an open run, which nothing holds any longer; no edge. */
export function noteDispatch(instance: JobInstance, at: Date, dispatchId: string): InstanceChange {
  const { tenant, id, state, attempt } = instance;
  const isFree = isHeld(instance) || waitsForEnd(instance);
  const set: InstancePatch = { dispatchId, ...(isFree && { reason: null }) };
  return { tenant, id, at, when: { states: [state], attempt }, set, append: [] };
}
