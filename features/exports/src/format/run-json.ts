import type { JobInstance } from "@mojob/core";
import { hiddenIn } from "@mojob/core/engine";
import { type JsonObject, shardOfLane } from "@mojob/core/ports";

/** A run as a file has it: what the API shows of it, and nothing that is for the scheduler's own use. */
export function runJson(run: JobInstance): JsonObject {
  const { type, nominalTime, schedule, by, of, depth, version, traceparent } = run.trigger;
  const hidden = hiddenIn(run);
  return {
    id: run.id,
    app: run.app,
    jobKey: run.jobKey,
    kind: run.kind,
    state: run.state,
    reason: run.reason,
    trigger: { type, nominalTime, schedule, by, of, depth, version, traceparent },
    part: run.part,
    shard: shardOfLane(run.lane),
    priority: run.priority,
    args: run.args,
    argsPreview: run.argsPreview,
    scheduledFor: run.scheduledFor,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
    enqueuedAt: run.enqueuedAt,
    startedAt: run.startedAt,
    completedAt: run.completedAt,
    attempt: run.attempt,
    retryCount: run.retryCount,
    retryAt: run.retryAt,
    worker: run.worker,
    abandoned: run.abandoned,
    routing: run.routing,
    cancelRequestedAt: run.cancelRequestedAt,
    cancelReason: run.cancelReason,
    progress: run.progress,
    usage: run.usage,
    usageSeries: run.usageSeries,
    result: run.result,
    error: run.error,
    errorSummary: run.errorSummary,
    missed: run.missed,
    history: run.history,
    ...(hidden.length > 0 && { hidden }),
  } as unknown as JsonObject;
}
