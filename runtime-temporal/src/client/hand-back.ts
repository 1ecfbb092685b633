import type { ExecutionRequest } from "@mojob/core/ports";
import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import { withinDeadline } from "../link/within-deadline.ts";
import { HANDED_BACK } from "../workflows/protocol.ts";

/** One execution of a workflow. */
export interface WorkflowExecution {
  readonly workflowId: string;
  readonly runId: string;
}

/** Returns requests to the workflow of their batch, which lets any worker take them. */
export type HandBack = (batch: WorkflowExecution, requests: readonly ExecutionRequest[]) => Promise<void>;

/** A workflow that has been terminated has no use for its requests: the reconciler finds their runs. */
export function createHandBack(client: Client): HandBack {
  return async ({ workflowId, runId }, requests) => {
    const handle = client.workflow.getHandle(workflowId, runId);
    try {
      await withinDeadline(client, () => handle.signal(HANDED_BACK, requests));
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  };
}
