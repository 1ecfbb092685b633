import { cancelled, type CancelReason, ReasonCode } from "../../model/reason.ts";
import type { Clock } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { InstanceChange } from "../../model/instance/instance-change.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { isTerminal, JobState } from "../../model/instance/job-state.ts";
import { cancelWaiting, giveUpRetry, requestCancel } from "../../model/instance/transitions.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { CancelRequest } from "../../scheduler/instance-requests.ts";

const MOST_TRIES = 20;

/**
 * Cancels a run: a waiting one ends at once, a running one is marked for its worker, a failed one is not retried.
 *
 * The result holds: a running attempt that is marked can only end Cancelled, a failed one ends Terminated.
 * @param find reads the run as it is now
 * @throws MoJobError `already_terminal`
 */
export async function cancelRun(
  store: IMoInstanceStore,
  clock: Clock,
  find: () => Promise<JobInstance>,
  request: CancelRequest,
): Promise<JobInstance> {
  const reason = cancelled(request.by, request.reason);
  let instance = await find();
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (isTerminal(instance.state)) {
      throw new MoJobError(
        MoJobErrorCode.AlreadyTerminal,
        `Cannot cancel run "${instance.id}": it has ended as "${instance.state}"`,
      );
    }
    if (instance.state === JobState.Processing && instance.cancelRequestedAt !== null) return instance;
    const [applied] = await store.update([changeFor(instance, clock.now(), reason)]);
    const latest = await find();
    if (applied) return latest;
    instance = latest;
  }
  throw new MoJobError(
    MoJobErrorCode.StoreUnavailable,
    `Cannot cancel run "${instance.id}": it keeps changing`,
  );
}

function changeFor(instance: JobInstance, now: Date, reason: CancelReason): InstanceChange {
  switch (instance.state) {
    case JobState.Processing:
      return requestCancel(instance, now, reason);
    case JobState.Failed:
      return giveUpRetry(
        instance,
        now,
        { code: ReasonCode.RetryCancelled, parameters: reason.parameters },
        reason,
      );
    default:
      return cancelWaiting(instance, now, reason);
  }
}
