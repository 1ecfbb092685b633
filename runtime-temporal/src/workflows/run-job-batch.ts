import { CancellationScope } from "@temporalio/workflow";
import { executeOnWorker, orchestrator, ownWorkflowId, WorkerVanished } from "./job-activities.ts";
import type { JobBatchInput } from "./protocol.ts";

/**
 * Carries many runs to a worker together: one workflow and one activity for all of them.
 *
 * Each is admitted, timed, cancelled and recorded by itself; what needs more than running once goes on in a workflow of
 * its own. Cancelling this one does nothing: runs are cancelled one by one.
 */
export function runJobBatch({ taskQueue, requests }: JobBatchInput): Promise<void> {
  return CancellationScope.nonCancellable(async () => {
    const priority = Math.min(...requests.map((request) => request.priority));
    try {
      await executeOnWorker(taskQueue, priority, { requests, isFollowed: false });
    } catch (error) {
      if (!(error instanceof WorkerVanished)) throw error;
      const { executorId } = error;
      await orchestrator.recoverRuns({
        requests,
        workflowId: ownWorkflowId(),
        executorId,
        isFollowed: false,
      });
    }
  });
}
