import type { MoEvent } from "../ports/event-bus.ts";
import type { ExecutionRequest } from "../ports/runtime.ts";

/** Asks the workers of an app for one attempt of one run (seed row M17). */
export interface JobExecutionRequestedEvent extends MoEvent {
  readonly type: "JobExecutionRequested";
  readonly payload: { readonly instanceId: string; readonly jobKey: string; readonly attempt: number };
}

/** Where the workers of an app listen. */
export function executionTopic(tenant: string, app: string): string {
  return `mojob.${tenant}.${app}`;
}

export function toExecutionEvent(request: ExecutionRequest): JobExecutionRequestedEvent {
  const { instanceId, jobKey, attempt, priority } = request;
  return {
    id: `${instanceId}/${attempt}`,
    type: "JobExecutionRequested",
    priority,
    payload: { instanceId, jobKey, attempt },
  };
}

export function toExecutionRequest({ payload, priority }: JobExecutionRequestedEvent): ExecutionRequest {
  return { ...payload, priority: priority ?? 3, dueAt: null };
}
