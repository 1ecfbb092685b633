import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { JobState } from "../instance/job-state.ts";
import { cancelRetry, cancelWaiting, giveUpRetry, requestCancel } from "../instance/transitions.ts";
import { type CancelReason, type Reason, ReasonCode } from "../reason.ts";

/** Ends an open run: a waiting one at once, a running one is marked for its worker, a failed one is not retried. */
export function cancelOpen(run: JobInstance, at: Date, reason: CancelReason | Reason): InstanceChange {
  switch (run.state) {
    case JobState.Processing:
      return requestCancel(run, at, reason);
    case JobState.Failed:
      return isCancel(reason) ? cancelRetry(run, at, reason) : giveUpRetry(run, at, reason);
    default:
      return cancelWaiting(run, at, reason);
  }
}

/** Whether somebody asked for it; otherwise a newer run took its place. */
function isCancel(reason: CancelReason | Reason): reason is CancelReason {
  return reason.code === ReasonCode.Cancelled;
}
