import { ReasonCode } from "../reason.ts";
import type { JobInstance } from "./job-instance.ts";

/** What sets a lane apart from the job's own. */
export type LanePart = { readonly shard: number } | { readonly concurrencyKey: string };

/** Not allowed in a job key, so that no two lanes have one name. */
const SEPARATOR = "|";

/**
 * The lane of a run, whose slots it competes for: a job's limit holds in each of its lanes by itself. Without a part it is
 * the job's own lane, whose name is the job key.
 */
export function laneOf(jobKey: string, part?: LanePart): string {
  if (part === undefined) return jobKey;
  const [kind, value] = "shard" in part ? ["shard", part.shard] : ["key", part.concurrencyKey];
  return [jobKey, kind, value].join(SEPARATOR);
}

/** The key of the job that a lane belongs to. */
export function jobOfLane(lane: string): string {
  const end = lane.indexOf(SEPARATOR);
  return end === -1 ? lane : lane.slice(0, end);
}

/** Whether a run waits for a slot of its lane: whatever moves it on gives it another reason. */
export function waitsForSlot({ reason }: Pick<JobInstance, "reason">): boolean {
  return reason?.code === ReasonCode.WaitsForSlot;
}

/** Whether a run is held because its job is paused. */
export function isHeld({ reason }: Pick<JobInstance, "reason">): boolean {
  return reason?.code === ReasonCode.Held;
}

/** Whether nothing delivers an open run, and rightly so: it waits for a slot or is held. */
export function isParked(run: Pick<JobInstance, "reason">): boolean {
  return waitsForSlot(run) || isHeld(run);
}
