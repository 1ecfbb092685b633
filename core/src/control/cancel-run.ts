import type { Clock } from "../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { isTerminal, JobState } from "../instance/job-state.ts";
import { cancelWaiting, giveUpRetry, requestCancel, shortReason } from "../instance/transitions.ts";
import type { IMoInstanceStore } from "../ports/metadata-store.ts";
import type { CancelRequest } from "./mo-job-scheduler.ts";

const MOST_TRIES = 20;

/**
 * Asks a run to end: one that waits ends at once, a running one is marked and its worker told.
 *
 * What is answered holds: once marked, a run can only end Cancelled.
 * @param find reads the run as it is now
 * @throws MoJobError `already_terminal`
 */
export async function cancelRun(
  store: IMoInstanceStore,
  clock: Clock,
  find: () => Promise<JobInstance>,
  request: CancelRequest,
): Promise<JobInstance> {
  const reason = reasonOf(request);
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

function changeFor(instance: JobInstance, now: Date, reason: string): InstanceChange {
  switch (instance.state) {
    case JobState.Processing:
      return requestCancel(instance, now, reason);
    case JobState.Failed:
      return giveUpRetry(instance, now, `No retry: ${reason}`, true);
    default:
      return cancelWaiting(instance, now, reason);
  }
}

function reasonOf({ by, reason }: CancelRequest): string {
  const who = by === undefined ? "Cancelled on request" : `Cancelled by ${by}`;
  return shortReason(reason === undefined || reason === "" ? who : `${who}: ${reason}`);
}
