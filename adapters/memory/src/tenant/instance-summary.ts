import type { JobInstance, JobInstanceSummary } from "@mojob/core/ports";

/** The fields of a run in lists; spelled out because leaving fields out of a spread costs ten times as much. */
export function toSummary(record: JobInstance): JobInstanceSummary {
  return {
    id: record.id,
    tenant: record.tenant,
    app: record.app,
    jobKey: record.jobKey,
    lane: record.lane,
    kind: record.kind,
    state: record.state,
    reason: record.reason,
    trigger: record.trigger,
    part: record.part,
    priority: record.priority,
    argsPreview: record.argsPreview,
    scheduledFor: record.scheduledFor,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    enqueuedAt: record.enqueuedAt,
    startedAt: record.startedAt,
    completedAt: record.completedAt,
    attempt: record.attempt,
    retryCount: record.retryCount,
    retryAt: record.retryAt,
    worker: record.worker,
    slot: record.slot,
    abandoned: record.abandoned,
    dispatchId: record.dispatchId,
    cancelRequestedAt: record.cancelRequestedAt,
    cancelReason: record.cancelReason,
    progress: record.progress,
    usage: record.usage,
    errorSummary: record.errorSummary,
    missed: record.missed,
  };
}
