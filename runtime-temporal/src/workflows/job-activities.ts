import {
  ActivityCancellationType,
  ActivityFailure,
  isCancellation,
  proxyActivities,
  TimeoutFailure,
  workflowInfo,
} from "@temporalio/workflow";
import {
  type ExecutionInput,
  HEARTBEAT_TIMEOUT_MS,
  type JobActivities,
  type OrchestratorActivities,
  type RunStanding,
  WINDOW_HEARTBEAT_TIMEOUT_MS,
} from "./protocol.ts";

/**
 * The worker ends attempts by their jobs' own timeouts, which may be edited while a run waits or runs, and its heartbeat
 * tells whether it is there at all: this bound is only what Temporal wants to be told.
 */
const LONGEST_ATTEMPT = "400 days";

/** What a step of the control plane may take before another one is asked. */
const LONGEST_STEP = "60 seconds";

const step = {
  startToCloseTimeout: LONGEST_STEP,
  retry: { initialInterval: "1 second", maximumInterval: "10 seconds", maximumAttempts: 10_000 },
} as const;
const { recordRun, cancelRun } =
  proxyActivities<Pick<OrchestratorActivities, "recordRun" | "cancelRun">>(step);
/** It waits for a word of the worker that may be lost. */
const { recoverRuns } = proxyActivities<Pick<OrchestratorActivities, "recoverRuns">>({
  ...step,
  heartbeatTimeout: WINDOW_HEARTBEAT_TIMEOUT_MS,
});

/** What the control plane does for a workflow: asked again as long as the store is away. */
export const orchestrator: Pick<OrchestratorActivities, "recordRun" | "cancelRun" | "recoverRuns"> = {
  recordRun,
  cancelRun,
  recoverRuns,
};

/** A worker took requests and was not heard of again. */
export class WorkerVanished extends Error {
  override readonly name = "WorkerVanished";
  readonly executorId: string | null;

  constructor(executorId: string | null) {
    super("The worker vanished");
    this.executorId = executorId;
  }
}

/**
 * Has the workers of an app execute requests.
 * @throws WorkerVanished where the worker that took them fell silent; CancelledFailure where nobody had taken them yet
 */
export async function executeOnWorker(
  taskQueue: string,
  priority: number,
  input: ExecutionInput,
): Promise<RunStanding | null> {
  const { JobExecutionRequested } = proxyActivities<JobActivities>({
    taskQueue,
    startToCloseTimeout: LONGEST_ATTEMPT,
    heartbeatTimeout: HEARTBEAT_TIMEOUT_MS,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    priority: { priorityKey: priority },
    // Another attempt is the record's business, not Temporal's.
    retry: { maximumAttempts: 1 },
  });
  try {
    return await JobExecutionRequested(input);
  } catch (error) {
    if (isCancellation(error)) throw error;
    if (error instanceof ActivityFailure) throw new WorkerVanished(executorOf(error.cause));
    throw error;
  }
}

/** The executor says its name with every heartbeat. */
function executorOf(cause: unknown): string | null {
  const details: unknown = cause instanceof TimeoutFailure ? cause.lastHeartbeatDetails : undefined;
  return typeof details === "string" ? details : null;
}

export function ownWorkflowId(): string {
  return workflowInfo().workflowId;
}
