import { type Destination, executionTopic, WORKER_SILENT_MS } from "@mojob/core/workflow-safe";
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
  type JobActivities,
  type OrchestratorActivities,
  type RunStanding,
  type DutyPassNote,
  type ListedDuty,
  STEP_HEARTBEAT_TIMEOUT_MS,
} from "./protocol.ts";

/**
 * Temporal requires a bound. The real ones are the job's timeout, which the worker enforces because it may be edited while
 * the run waits or runs, and the worker's heartbeat.
 */
const LONGEST_ATTEMPT = "400 days";

/**
 * An executor that takes nothing for so long may be gone, or the run may go to another one by now: the record says. Mostly a
 * signal comes first.
 */
const LONGEST_UNTAKEN = "2 minutes";

/** Time limit of a step of a control plane, before another one gets it. */
const LONGEST_STEP = "60 seconds";

const step = {
  startToCloseTimeout: LONGEST_STEP,
  retry: { initialInterval: "1 second", maximumInterval: "10 seconds", maximumAttempts: 10_000 },
} as const;
const { recordRun, cancelRun, listDuties } =
  proxyActivities<Pick<OrchestratorActivities, "recordRun" | "cancelRun" | "listDuties">>(step);
/** It waits for a heartbeat of the worker that may be lost. */
const { recoverRuns } = proxyActivities<Pick<OrchestratorActivities, "recoverRuns">>({
  ...step,
  heartbeatTimeout: STEP_HEARTBEAT_TIMEOUT_MS,
});

/** The control plane's steps for a workflow, retried as long as the store is unavailable. */
export const orchestrator: Omit<OrchestratorActivities, "runDuty"> = {
  recordRun,
  cancelRun,
  recoverRuns,
  listDuties,
};

/**
 * Gives a duty to a control plane. One that fails or sends no heartbeat is retried by another one at once; one that is
 * cancelled here may go on for a moment.
 */
export function runDuty(tenant: string, { name, takeoverMs }: ListedDuty): Promise<DutyPassNote> {
  const proxied = proxyActivities<Pick<OrchestratorActivities, "runDuty">>({
    startToCloseTimeout: "1 hour",
    heartbeatTimeout: takeoverMs,
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    summary: name,
    retry: {
      initialInterval: 250,
      backoffCoefficient: 1.5,
      maximumInterval: "5 seconds",
    },
  });
  return proxied.runDuty({ tenant, name });
}

/** A worker took requests and sent no heartbeat any more, or never took them. */
export class WorkerVanished extends Error {
  override readonly name = "WorkerVanished";
  readonly executorId: string | null;

  constructor(executorId: string | null) {
    super("The worker vanished");
    this.executorId = executorId;
  }
}

/**
 * Sends requests to the workers of a destination.
 * @throws WorkerVanished where the worker that took them sends no heartbeat, or the one executor that is to get them does not take
 * them; CancelledFailure where no worker had taken them
 */
export async function executeOnWorker(
  destination: Destination,
  priority: number,
  input: ExecutionInput,
): Promise<RunStanding | null> {
  const { JobExecutionRequested } = proxyActivities<JobActivities>({
    taskQueue: executionTopic(destination),
    startToCloseTimeout: LONGEST_ATTEMPT,
    ...(destination.executor !== null && { scheduleToStartTimeout: LONGEST_UNTAKEN }),
    heartbeatTimeout: WORKER_SILENT_MS,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    priority: { priorityKey: priority },
    // Further attempts follow from the record, not from Temporal's retries.
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

/** Every heartbeat has the executor's id. */
function executorOf(cause: unknown): string | null {
  const details: unknown = cause instanceof TimeoutFailure ? cause.lastHeartbeatDetails : undefined;
  return typeof details === "string" ? details : null;
}

export function ownWorkflowId(): string {
  return workflowInfo().workflowId;
}
