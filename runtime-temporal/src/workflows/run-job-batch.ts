import type { ExecutionRequest, RequestedRuns } from "@mojob/core/workflow-safe";
import { CancellationScope, defineSignal, setHandler, type SignalDefinition } from "@temporalio/workflow";
import { executeOnWorker, orchestrator, ownWorkflowId, WorkerVanished } from "./activity-proxies.ts";
import { assertJobBatch } from "./input-shapes.ts";
import { HANDED_BACK } from "./protocol.ts";

/** A worker has not begun these requests: they go back to the queue of the app's workers. */
export const handedBack: SignalDefinition<[requests: readonly ExecutionRequest[]]> =
  defineSignal(HANDED_BACK);

/**
 * Delivers many runs to workers together: one workflow and one activity for all of them, and one more activity whenever a
 * worker hands back what it has no places for.
 *
 * Each run is admitted, timed, cancelled and recorded by itself; one that needs more than a single attempt continues in a
 * workflow of its own. Cancelling this workflow does nothing: runs are cancelled one by one.
 */
export function runJobBatch(batch: RequestedRuns): Promise<void> {
  return CancellationScope.nonCancellable(async () => {
    assertJobBatch(batch);
    const deliveries = new Set<Promise<void>>();
    /** Which delivery has a run now: one that was handed back is no longer of the delivery it came with. */
    const holders = new Map<string, object>();
    const deliver = (requests: readonly ExecutionRequest[]): void => {
      const holder = {};
      for (const { instanceId } of requests) holders.set(instanceId, holder);
      const isHeld = ({ instanceId }: ExecutionRequest): boolean => holders.get(instanceId) === holder;
      const delivery = deliverOnce({ ...batch, requests }, isHeld).finally(() => deliveries.delete(delivery));
      deliveries.add(delivery);
    };
    setHandler(handedBack, deliver);
    deliver(batch.requests);
    while (deliveries.size > 0) await Promise.all(deliveries);
  });
}

async function deliverOnce(
  { destination, requests }: RequestedRuns,
  isHeld: (request: ExecutionRequest) => boolean,
): Promise<void> {
  const priority = Math.min(...requests.map((request) => request.priority));
  try {
    await executeOnWorker(destination, priority, { requests, isFollowed: false });
  } catch (error) {
    if (!(error instanceof WorkerVanished)) throw error;
    const { executorId } = error;
    const left = requests.filter(isHeld);
    const workflowId = ownWorkflowId();
    await orchestrator.recoverRuns({
      tenant: destination.tenant,
      requests: left,
      workflowId,
      executorId,
      isFollowed: false,
    });
  }
}
