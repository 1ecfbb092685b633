import type { JsonValue } from "@mojob/core";
import type { Client, WorkflowHandle } from "@temporalio/client";
import { orchestratorQueue, runWorkflowId, type StartJob } from "./workflows/protocol.ts";

export interface StartJobOptions extends StartJob {
  /** The run's id, and with it the workflow's. */
  readonly instanceId: string;
  /** @default "default" */
  readonly tenant?: string;
  /** Run it this much later. @default at once */
  readonly delayMs?: number;
}

/**
 * Starts a run straight through Temporal; the record is made when the workflow begins.
 *
 * `result()` of what it answers waits for the run: its result, or the job's error.
 */
export function startJob(
  client: Client,
  options: StartJobOptions,
): Promise<WorkflowHandle<(input: StartJob) => Promise<JsonValue>>> {
  const { instanceId, tenant = "default", delayMs, ...start } = options;
  return client.workflow.start<(input: StartJob) => Promise<JsonValue>>("runJobInstance", {
    args: [start],
    workflowId: runWorkflowId(tenant, instanceId),
    taskQueue: orchestratorQueue(tenant),
    ...(delayMs !== undefined && { startDelay: delayMs }),
  });
}
