import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { JobState } from "../instance/job-state.ts";
import { cancelRetry, cancelWaiting, requestCancel } from "../instance/transitions.ts";
import type { CancelReason } from "../reason.ts";

/** Cancels an open run: a waiting one ends at once, a running one is marked for its worker, a failed one is not retried. */
export function cancelOpen(run: JobInstance, at: Date, reason: CancelReason): InstanceChange {
  switch (run.state) {
    case JobState.Processing:
      return requestCancel(run, at, reason);
    case JobState.Failed:
      return cancelRetry(run, at, reason);
    default:
      return cancelWaiting(run, at, reason);
  }
}
