import type { MoEvent } from "../ports/event-bus.ts";
import type { ExecutionRequest } from "../ports/runtime.ts";

/** Asks the workers of an app for one attempt of one run (seed row M17). */
export interface JobExecutionRequestedEvent extends MoEvent {
  readonly type: "JobExecutionRequested";
  readonly payload: {
    readonly instanceId: string;
    readonly jobKey: string;
    readonly lane: string;
    readonly attempt: number;
    readonly retry?: number;
  };
}

export function toExecutionEvent(request: ExecutionRequest): JobExecutionRequestedEvent {
  const { instanceId, jobKey, lane, attempt, retry, priority } = request;
  return {
    id: `${instanceId}/${attempt}`,
    type: "JobExecutionRequested",
    priority,
    payload: { instanceId, jobKey, lane, attempt, ...(retry !== undefined && { retry }) },
  };
}

export function toExecutionRequest({ payload, priority }: JobExecutionRequestedEvent): ExecutionRequest {
  return { ...payload, priority: priority ?? 3, dueAt: null };
}
