import type { JsonValue } from "@mojob/core";
import { orchestratorQueue, runWorkflowId } from "@mojob/core/engine";
import type { Client, WorkflowHandle } from "@temporalio/client";
import { type StartJob } from "../workflows/protocol.ts";

export interface StartJobOptions extends StartJob {
  /** The run's id, and with it the workflow's. */
  readonly instanceId: string;
  /** @default "default" */
  readonly tenant?: string;
  /** Names the control planes that serve the tenant. @default the tenant */
  readonly deployment?: string;
}

/**
 * Starts a run straight through Temporal; the run is recorded at once, as Scheduled where it has a delay.
 *
 * The returned handle's `result()` resolves to the run's result, or rejects with the job's error.
 * @example
 * ```ts
 * import { connectTemporal, startJob } from "@mojob/runtime-temporal";
 *
 * const { client, close } = await connectTemporal({ address: "temporal.internal:7233" });
 * const handle = await startJob(client, { instanceId: "greeting-1", jobKey: "ledger.greet", args: "Ada" });
 * console.log(`Started ${handle.workflowId}; handle.result() resolves to what the job returns`);
 * await close();
 * ```
 */
export function startJob(
  client: Client,
  options: StartJobOptions,
): Promise<WorkflowHandle<(input: StartJob) => Promise<JsonValue>>> {
  const { instanceId, tenant = "default", deployment = tenant, ...start } = options;
  return client.workflow.start<(input: StartJob) => Promise<JsonValue>>("runJobInstance", {
    args: [start],
    workflowId: runWorkflowId(tenant, instanceId),
    taskQueue: orchestratorQueue(deployment),
    staticSummary: start.jobKey,
    memo: { tenant, jobs: [start.jobKey], runs: 1 },
  });
}
