import type { JobFailure, JobInstance, JobInstanceSummary, JobKind, JobState, JsonValue } from "@mojob/core";
import {
  type RunRouting,
  scriptOfRun,
  type ScriptRef,
  shardOfLane,
  type TriggerType,
} from "@mojob/core/ports";
import { numberOfFailure, numberOfReason, type Reason, type ReasonCode, reasonText } from "@mojob/core/words";
import { hiddenIn, Payload, TaskWait } from "@mojob/core/engine";
import { type HiddenJson, hiddenJson } from "../../schema/hidden.ts";
import { isoOrNull } from "../../schema/iso.ts";

export interface TriggerJson {
  readonly type: TriggerType;
  readonly nominalTime?: string | undefined;
  readonly schedule?: string | undefined;
  readonly by?: string | undefined;
  readonly of?: string | undefined;
  readonly depth?: number | undefined;
  readonly version?: number | undefined;
  readonly traceparent?: string | undefined;
}

/** A reason as a sentence and as what it is made of. */
export interface ReasonJson {
  readonly reason: string | null;
  readonly reasonCode: ReasonCode | null;
  /** 0 where it is no error. */
  readonly reasonNumber: number | null;
  readonly reasonParameters: Reason["parameters"] | null;
}

/** A run as lists and live events have it. */
export interface InstanceEventJson extends ReasonJson, HiddenJson {
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  readonly jobKey: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly trigger: TriggerJson;
  /** Which shard of a broadcast it is, from 0; `null` for a whole run. */
  readonly shard: number | null;
  readonly priority: number;
  readonly argsPreview: string | null;
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
  /** The attempt that has ended and whose code still holds the slot. */
  readonly abandoned: { readonly attempt: number; readonly worker: string; readonly at: string } | null;
  readonly cancelRequestedAt: string | null;
  readonly cancelReason: string | null;
  readonly cancelledBy: string | null;
  readonly cancelNote: string | null;
  readonly progress: {
    readonly fraction: number;
    readonly message: string | null;
    readonly at: string;
  } | null;
  readonly errorSummary: string | null;
  readonly missed: { readonly count: number; readonly from: string; readonly to: string } | null;
}

export interface InstanceSummaryJson extends InstanceEventJson {
  /** `null` where its job no longer exists. */
  readonly jobName: string | null;
  /** What its worker is called; `null` where it has left and is forgotten. */
  readonly workerName: string | null;
  /** `worker` while it is Enqueued and no running worker has its job. */
  readonly waitingFor: WaitingFor | null;
}

export interface HistoryEntryJson extends ReasonJson {
  readonly at: string;
  readonly from: JobState | null;
  readonly to: JobState;
  readonly attempt: number;
  readonly worker: string | null;
}

export interface InstanceJson extends InstanceSummaryJson {
  readonly args: JsonValue;
  readonly result: JsonValue;
  readonly error:
    | (Omit<JobFailure, "number" | "message"> & {
        readonly number: number | null;
        /** `null` where it is hidden. */
        readonly message: string | null;
      })
    | null;
  /** How its executor was chosen; `null` where any that has room takes it. */
  readonly routing: RunRouting | null;
  /** The version of the script that its latest attempt took. */
  readonly script: ScriptRef | null;
  readonly history: readonly HistoryEntryJson[];
}

function reasonJson(reason: Reason | null): ReasonJson {
  return {
    reason: reason === null ? null : reasonText(reason),
    reasonCode: reason?.code ?? null,
    reasonNumber: reason && numberOfReason(reason),
    reasonParameters: reason?.parameters ?? null,
  };
}

function cancelJson(
  reason: Reason | null,
): Pick<InstanceEventJson, "cancelReason" | "cancelledBy" | "cancelNote"> {
  const says = reason?.code === "cancelled" || reason?.code === "app_stopped";
  const asked = says ? reason.parameters : null;
  return {
    cancelReason: reason === null ? null : reasonText(reason),
    cancelledBy: asked?.by ?? null,
    cancelNote: asked?.note ?? null,
  };
}

export function instanceEventJson(instance: JobInstanceSummary): InstanceEventJson {
  const { trigger, progress, missed, abandoned } = instance;
  return {
    id: instance.id,
    tenant: instance.tenant,
    app: instance.app,
    jobKey: instance.jobKey,
    kind: instance.kind,
    state: instance.state,
    ...reasonJson(instance.reason),
    trigger: {
      type: trigger.type,
      ...(trigger.nominalTime && { nominalTime: trigger.nominalTime.toISOString() }),
      ...(trigger.schedule !== undefined && { schedule: trigger.schedule }),
      ...(trigger.by !== undefined && { by: trigger.by }),
      ...(trigger.of !== undefined && { of: trigger.of }),
      ...(trigger.depth !== undefined && { depth: trigger.depth }),
      ...(trigger.version !== undefined && { version: trigger.version }),
      ...(trigger.traceparent !== undefined && { traceparent: trigger.traceparent }),
    },
    shard: shardOfLane(instance.lane),
    priority: instance.priority,
    argsPreview: instance.argsPreview,
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
    abandoned: abandoned && {
      attempt: abandoned.attempt,
      worker: abandoned.worker,
      at: abandoned.at.toISOString(),
    },
    cancelRequestedAt: isoOrNull(instance.cancelRequestedAt),
    ...cancelJson(instance.cancelReason),
    progress: progress && {
      fraction: progress.fraction,
      message: progress.message,
      at: progress.at.toISOString(),
    },
    errorSummary: instance.errorSummary,
    missed: missed && { count: missed.count, from: missed.from.toISOString(), to: missed.to.toISOString() },
    ...hiddenJson(instance),
  };
}

/** What a run waits for, as lists show it. */
export type WaitingFor = "worker" | "slot" | TaskWait;
export const WAITING_FOR: readonly WaitingFor[] = ["worker", "slot", ...Object.values(TaskWait)];

function waitingForOf({ state, reason }: JobInstanceSummary): WaitingFor | null {
  if (state === "Processing" && reason?.code === "task") return reason.parameters.waits?.for ?? null;
  if (reason?.code === "waits_for_slot") return "slot";
  if (state === "Scheduled") return "time";
  return state === "Failed" ? "retry" : null;
}

/** What is read beside runs to show them. */
export interface InstanceContext {
  /** By job key. */
  readonly names: ReadonlyMap<string, string>;
  readonly waitingForWorker: ReadonlySet<string>;
  /** By their ids. */
  readonly workerNames: ReadonlyMap<string, string>;
}

export function instanceSummaryJson(
  instance: JobInstanceSummary,
  { names, waitingForWorker, workerNames }: InstanceContext,
): InstanceSummaryJson {
  return {
    ...instanceEventJson(instance),
    jobName: names.get(instance.jobKey) ?? null,
    workerName: (instance.worker === null ? undefined : workerNames.get(instance.worker)) ?? null,
    waitingFor: waitingForWorker.has(instance.id) ? "worker" : waitingForOf(instance),
  };
}

function errorJson(instance: JobInstance): InstanceJson["error"] {
  const { error } = instance;
  if (error === null) return null;
  const isHidden = hiddenIn(instance).includes(Payload.Error);
  return { ...error, message: isHidden ? null : error.message, number: numberOfFailure(error) };
}

export function instanceJson(instance: JobInstance, context: InstanceContext): InstanceJson {
  return {
    ...instanceSummaryJson(instance, context),
    args: instance.args,
    result: instance.result,
    error: errorJson(instance),
    routing: instance.routing,
    script: scriptOfRun(instance.history),
    history: instance.history.map(({ reason, ...entry }) => ({
      ...entry,
      ...reasonJson(reason),
      at: entry.at.toISOString(),
    })),
  };
}
