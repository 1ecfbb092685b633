import type { ExecutionRequest, RequestedRuns } from "@mojob/core/workflow-safe";
import { ApplicationFailure } from "@temporalio/workflow";
import type { AddressedRun, SchedulerInput } from "./protocol.ts";

// Any Temporal client may start these workflows with any input. Code that trips over one fails a task that is repeated for
// ever; a failure of the workflow itself ends it.

/** Whether this is the input with which the dispatcher starts the workflow of one run. */
export function isAddressedRun(input: unknown): input is AddressedRun {
  return isAddress(input) && isExecutionRequest(input["request"]);
}

/** @throws ApplicationFailure that ends the workflow */
export function assertJobBatch(input: unknown): asserts input is RequestedRuns {
  const requests = isAddress(input) ? input["requests"] : undefined;
  if (Array.isArray(requests) && requests.length > 0 && requests.every(isExecutionRequest)) return;
  throw malformed(
    "a batch of runs",
    'one argument, {"destination", "requests": […]}, as the dispatcher writes it',
  );
}

/** @throws ApplicationFailure that ends the workflow */
export function assertSchedulerInput(input: unknown): asserts input is SchedulerInput {
  if (isObject(input) && typeof input["tenant"] === "string") return;
  throw malformed("the scheduler", 'one argument, {"tenant": "…"}');
}

export function malformed(what: string, wanted: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `Cannot start ${what}: the workflow takes ${wanted}`,
    "invalid_argument",
  );
}

function isAddress(input: unknown): input is Readonly<Record<string, unknown>> {
  const destination = isObject(input) ? input["destination"] : undefined;
  if (!isObject(destination)) return false;
  const { tenant, app, executor } = destination;
  return (
    typeof tenant === "string" &&
    typeof app === "string" &&
    (executor === null || typeof executor === "string")
  );
}

function isExecutionRequest(request: unknown): request is ExecutionRequest {
  if (!isObject(request)) return false;
  const { instanceId, jobKey, lane, attempt, retry = 0, priority, dueAt } = request;
  return (
    typeof instanceId === "string" &&
    typeof jobKey === "string" &&
    typeof lane === "string" &&
    Number.isInteger(attempt) &&
    Number.isInteger(retry) &&
    Number.isInteger(priority) &&
    (dueAt === null || (typeof dueAt === "string" && !Number.isNaN(Date.parse(dueAt))))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
