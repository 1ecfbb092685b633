import type {
  ExecutorRecord,
  JobInstance,
  JobInstanceSummary,
  JobFailure,
  JobKind,
  JobState,
  JsonValue,
  TriggerType,
} from "@mojob/core";
import { isoOrNull } from "./iso.ts";

export interface TriggerJson {
  readonly type: TriggerType;
  readonly nominalTime?: string | undefined;
  readonly by?: string | undefined;
  readonly of?: string | undefined;
}

/** A run as lists and live events tell it. */
export interface InstanceEventJson {
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  readonly jobKey: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly reason: string | null;
  readonly trigger: TriggerJson;
  readonly priority: number;
  readonly scheduledFor: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly enqueuedAt: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly attempt: number;
  readonly retryCount: number;
  readonly retryAt: string | null;
  readonly worker: string | null;
  readonly cancelRequestedAt: string | null;
  readonly cancelReason: string | null;
  readonly progress: {
    readonly fraction: number;
    readonly message: string | null;
    readonly at: string;
  } | null;
  readonly missed: { readonly count: number; readonly from: string; readonly to: string } | null;
}

export interface InstanceSummaryJson extends InstanceEventJson {
  /** `worker` while it is Enqueued and nobody who is there has its job. */
  readonly waitingFor: "worker" | null;
}

export interface HistoryEntryJson {
  readonly at: string;
  readonly from: JobState | null;
  readonly to: JobState;
  readonly attempt: number;
  readonly worker: string | null;
  readonly reason: string | null;
}

export interface InstanceJson extends InstanceSummaryJson {
  readonly args: JsonValue;
  readonly result: JsonValue;
  readonly error: JobFailure | null;
  readonly history: readonly HistoryEntryJson[];
}

export function instanceEventJson(instance: JobInstanceSummary): InstanceEventJson {
  const { trigger, progress, missed } = instance;
  return {
    id: instance.id,
    tenant: instance.tenant,
    app: instance.app,
    jobKey: instance.jobKey,
    kind: instance.kind,
    state: instance.state,
    reason: instance.reason,
    trigger: {
      type: trigger.type,
      ...(trigger.nominalTime && { nominalTime: trigger.nominalTime.toISOString() }),
      ...(trigger.by !== undefined && { by: trigger.by }),
      ...(trigger.of !== undefined && { of: trigger.of }),
    },
    priority: instance.priority,
    scheduledFor: isoOrNull(instance.scheduledFor),
    createdAt: instance.createdAt.toISOString(),
    updatedAt: instance.updatedAt.toISOString(),
    enqueuedAt: isoOrNull(instance.enqueuedAt),
    startedAt: isoOrNull(instance.startedAt),
    completedAt: isoOrNull(instance.completedAt),
    attempt: instance.attempt,
    retryCount: instance.retryCount,
    retryAt: isoOrNull(instance.retryAt),
    worker: instance.worker,
    cancelRequestedAt: isoOrNull(instance.cancelRequestedAt),
    cancelReason: instance.cancelReason,
    progress: progress && {
      fraction: progress.fraction,
      message: progress.message,
      at: progress.at.toISOString(),
    },
    missed: missed && { count: missed.count, from: missed.from.toISOString(), to: missed.to.toISOString() },
  };
}

export function instanceSummaryJson(
  instance: JobInstanceSummary,
  workers: readonly ExecutorRecord[],
): InstanceSummaryJson {
  return { ...instanceEventJson(instance), waitingFor: waitingFor(instance, workers) };
}

export function instanceJson(instance: JobInstance, workers: readonly ExecutorRecord[]): InstanceJson {
  return {
    ...instanceSummaryJson(instance, workers),
    args: instance.args,
    result: instance.result,
    error: instance.error,
    history: instance.history.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  };
}

/** One that is going away takes nothing new. */
function waitingFor(
  { state, app, jobKey }: JobInstanceSummary,
  workers: readonly ExecutorRecord[],
): "worker" | null {
  if (state !== "Enqueued") return null;
  const canRun = (worker: ExecutorRecord): boolean =>
    worker.app === app && !worker.draining && worker.jobKeys.includes(jobKey);
  return workers.some(canRun) ? null : "worker";
}
