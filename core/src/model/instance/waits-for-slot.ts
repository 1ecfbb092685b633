import { ReasonCode } from "../reason.ts";
import type { JobInstance } from "./job-instance.ts";

/** Whether a run waits for a slot of its lane: whatever moves it on gives it another reason. */
export function waitsForSlot({ reason }: Pick<JobInstance, "reason">): boolean {
  return reason?.code === ReasonCode.WaitsForSlot;
}
