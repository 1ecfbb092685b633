import { ReasonCode } from "../reason.ts";
import type { InstanceChange } from "./instance-change.ts";
import type { JobInstance } from "./job-instance.ts";
import { JobState } from "./job-state.ts";
import { cancelWaiting, giveUpRetry } from "./transitions.ts";

/** How a run that waits ends when its job was deleted; `null` for one that runs or has ended. */
export function endWithoutJob(instance: JobInstance, at: Date): InstanceChange | null {
  switch (instance.state) {
    case JobState.Scheduled:
    case JobState.Enqueued:
      return cancelWaiting(instance, at, { code: ReasonCode.JobDeleted });
    case JobState.Failed:
      return giveUpRetry(instance, at, { code: ReasonCode.JobDeleted });
    default:
      return null;
  }
}
