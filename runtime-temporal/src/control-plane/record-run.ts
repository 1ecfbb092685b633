import { JobState } from "@mojob/core";
import { adoptRun, destinationOf, instanceIdOf } from "@mojob/core/engine";
import { TriggerType } from "@mojob/core/ports";
import { reasonText } from "@mojob/core/words";
import { Context } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import type { AddressedRun, StartJob } from "../workflows/protocol.ts";
import { failActivity } from "./activity-failure.ts";
import type { TenantPlanes } from "./tenant-planes.ts";

const LONGEST_ID = 255;
const ID_RULES =
  'its id becomes the run\'s, at most 255 characters without "|"; outside the tenant "default" it begins with "<tenant>|"';

/** Records the run of a workflow that a Temporal client has started; the tenant follows from the workflow's id. */
export async function recordRun(planes: TenantPlanes, start: StartJob, life: string): Promise<AddressedRun> {
  const { jobKey, args, priority, manual, by, delayMs } = parseStart(start);
  const { workflowExecution } = Context.current().info;
  if (workflowExecution === undefined) throw ApplicationFailure.nonRetryable("Only workflows record runs");
  const { workflowId } = workflowExecution;
  const tenant = planes.tenants.find((one) => instanceIdOf(one, workflowId) !== null);
  const instanceId = tenant === undefined ? null : instanceIdOf(tenant, workflowId);
  if (tenant === undefined || instanceId === null || instanceId.length > LONGEST_ID) {
    throw ApplicationFailure.nonRetryable(
      `Cannot start a run of job "${jobKey}" as workflow "${workflowId}": ${ID_RULES}`,
      "invalid_argument",
    );
  }
  const request = {
    source: TriggerType.Temporal,
    ...(args !== undefined && { args }),
    ...(priority !== undefined && { priority }),
    ...(manual !== undefined && { manual }),
    ...(by !== undefined && { by }),
    ...(delayMs !== undefined && { delayMs }),
  };
  const carrier = { instanceId, id: workflowId, life: `temporal:${life}` };
  const record = await adoptRun(planes.get(tenant).engine, jobKey, request, carrier).catch(failActivity);
  if (record.state === JobState.Skipped) {
    const why = record.reason === null ? "" : reasonText(record.reason);
    throw ApplicationFailure.nonRetryable(`Run "${instanceId}" was skipped: ${why}`, "skipped");
  }
  const { lane, priority: urgency, scheduledFor } = record;
  const dueAt = scheduledFor?.toISOString() ?? null;
  const first = { instanceId, jobKey, lane, attempt: 1, priority: urgency, dueAt };
  return { destination: destinationOf(record), request: first };
}

const FIELDS: ReadonlySet<string> = new Set<keyof StartJob>([
  "jobKey",
  "args",
  "priority",
  "manual",
  "by",
  "delayMs",
]);

/** Checks what comes from outside, as far as the code after it does not. */
function parseStart(start: StartJob | null | undefined): StartJob {
  const isRight =
    typeof start === "object" &&
    start !== null &&
    Object.keys(start).every((name) => FIELDS.has(name)) &&
    typeof start.jobKey === "string" &&
    ["undefined", "boolean"].includes(typeof start.manual) &&
    ["undefined", "string"].includes(typeof start.by) &&
    ["undefined", "number"].includes(typeof start.delayMs);
  if (isRight) return start;
  throw ApplicationFailure.nonRetryable(
    'Cannot start a run: the workflow takes one argument, {"jobKey": "…", "args"?, "priority"?, "manual"?, "by"?, "delayMs"?}',
    "invalid_argument",
  );
}
