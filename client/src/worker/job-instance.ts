import type { JobInstance, JsonValue } from "@mojob/core";
import type { Instance } from "../api/operations.generated.ts";

/** A run of the API as a scheduler in the same process has it; what stays within the scheduler's process is `null`. */
export function toJobInstance(run: Instance): JobInstance {
  const { trigger, progress, missed, abandoned } = run;
  return {
    id: run.id,
    tenant: run.tenant,
    app: run.app,
    jobKey: run.jobKey,
    lane: run.jobKey,
    uniqueKey: null,
    fairShare: null,
    turn: null,
    kind: run.kind,
    state: run.state,
    reason: reasonOf(run),
    trigger: {
      type: trigger.type,
      ...(trigger.nominalTime !== undefined && { nominalTime: new Date(trigger.nominalTime) }),
      ...(trigger.schedule !== undefined && { schedule: trigger.schedule }),
      ...(trigger.by !== undefined && { by: trigger.by }),
      ...(trigger.of !== undefined && { of: trigger.of }),
      ...(trigger.traceparent !== undefined && { traceparent: trigger.traceparent }),
    },
    part: null,
    priority: run.priority,
    args: run.args as JsonValue,
    argsPreview: run.argsPreview,
    scheduledFor: dateOf(run.scheduledFor),
    createdAt: new Date(run.createdAt),
    updatedAt: new Date(run.updatedAt),
    enqueuedAt: dateOf(run.enqueuedAt),
    startedAt: dateOf(run.startedAt),
    completedAt: dateOf(run.completedAt),
    attempt: run.attempt,
    retryCount: run.retryCount,
    retryAt: dateOf(run.retryAt),
    worker: run.worker,
    claim: null,
    slot: null,
    abandoned: abandoned && { ...abandoned, at: new Date(abandoned.at) },
    dispatchId: "",
    routing: run.routing as JobInstance["routing"],
    cancelRequestedAt: dateOf(run.cancelRequestedAt),
    cancelReason: null,
    progress: progress && { ...progress, at: new Date(progress.at) },
    ...usageOf(run),
    result: run.result as JsonValue,
    error: run.error as JobInstance["error"],
    errorSummary: run.errorSummary,
    missed: missed && { count: missed.count, from: new Date(missed.from), to: new Date(missed.to) },
    fingerprint: null,
    history: run.history.map((entry) => ({
      at: new Date(entry.at),
      from: entry.from,
      to: entry.to,
      attempt: entry.attempt,
      worker: entry.worker,
      reason: reasonOf(entry),
    })),
  };
}

function usageOf({ usage, usageSeries }: Instance): Pick<JobInstance, "usage" | "usageSeries"> {
  return { usage, usageSeries };
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

function reasonOf({
  reasonCode,
  reasonParameters,
}: Pick<Instance, "reasonCode" | "reasonParameters">): JobInstance["reason"] {
  if (reasonCode === null) return null;
  return { code: reasonCode, parameters: reasonParameters ?? {} } as JobInstance["reason"];
}
