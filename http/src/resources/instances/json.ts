import type { JobFailure, JobInstance, JobInstanceSummary } from "@mojob/core";
import {
  type HistoryEntry,
  type JobTrigger,
  scriptOfRun,
  type ScriptRef,
  shardOfLane,
  type TriggerType,
} from "@mojob/core/ports";
import { numberOfFailure, numberOfReason, type Reason, type ReasonCode, reasonText } from "@mojob/core/words";
import { hiddenIn, Payload, TaskWait } from "@mojob/core/engine";
import { type HiddenJson, hiddenJson } from "../../schema/hidden.ts";
import type { Unset } from "../../schema/stated.ts";
import { isoOrNull } from "../../schema/iso.ts";
import type { Wire } from "../../schema/wire.ts";

type TriggerField = "nominalTime" | "schedule" | "by" | "of" | "depth" | "version" | "traceparent";

export interface TriggerJson extends Unset<Wire<Pick<JobTrigger, TriggerField>>> {
  readonly type: TriggerType;
}

/** A reason as a sentence and as what it is made of. */
export interface ReasonJson {
  readonly reason: string | null;
  readonly reasonCode: ReasonCode | null;
  /** 0 where it is no error. */
  readonly reasonNumber: number | null;
  readonly reasonParameters: Reason["parameters"] | null;
}

/** Fields for the scheduler's own use. */
type OwnField = "lane" | "part" | "slot" | "dispatchId";
type OtherField = "reason" | "trigger" | "cancelReason";

/** A run as lists and live events have it. */
export interface InstanceEventJson
  extends ReasonJson, HiddenJson, Wire<Omit<JobInstanceSummary, OwnField | OtherField>> {
  readonly trigger: TriggerJson;
  /** Which shard of a broadcast it is, from 0; `null` for a whole run. */
  readonly shard: number | null;
  readonly cancelReason: string | null;
  readonly cancelledBy: string | null;
  readonly cancelNote: string | null;
}

export interface InstanceSummaryJson extends InstanceEventJson {
  /** `null` where its job no longer exists. */
  readonly jobName: string | null;
  /** The name of its worker; `null` where that has left and is forgotten. */
  readonly workerName: string | null;
  /** `worker` while it is Enqueued and no running worker has its job. */
  readonly waitingFor: WaitingFor | null;
}

export type HistoryEntryJson = ReasonJson & Wire<Omit<HistoryEntry, "reason">>;

export interface InstanceJson
  extends InstanceSummaryJson, Pick<JobInstance, "args" | "result" | "routing" | "usageSeries"> {
  readonly error:
    | (Omit<JobFailure, "number" | "message"> & {
        readonly number: number | null;
        /** `null` where it is hidden. */
        readonly message: string | null;
      })
    | null;
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
  const { progress, missed, abandoned } = instance;
  const { type, nominalTime, schedule, by, of, depth, version, traceparent } = instance.trigger;
  return {
    id: instance.id,
    tenant: instance.tenant,
    app: instance.app,
    jobKey: instance.jobKey,
    kind: instance.kind,
    state: instance.state,
    ...reasonJson(instance.reason),
    trigger: { type, nominalTime: nominalTime?.toISOString(), schedule, by, of, depth, version, traceparent },
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
    abandoned: abandoned && { ...abandoned, at: abandoned.at.toISOString() },
    cancelRequestedAt: isoOrNull(instance.cancelRequestedAt),
    ...cancelJson(instance.cancelReason),
    progress: progress && { ...progress, at: progress.at.toISOString() },
    usage: instance.usage,
    errorSummary: instance.errorSummary,
    missed: missed && { ...missed, from: missed.from.toISOString(), to: missed.to.toISOString() },
    ...hiddenJson(instance),
  };
}

/** The reason for which a run waits, as lists show it. */
export type WaitingFor = "worker" | "slot" | TaskWait;
export const WAITING_FOR: readonly WaitingFor[] = ["worker", "slot", ...Object.values(TaskWait)];

function waitingForOf({ state, reason }: JobInstanceSummary): WaitingFor | null {
  if (state === "Processing" && reason?.code === "task") return reason.parameters.waits?.for ?? null;
  if (reason?.code === "waits_for_slot") return "slot";
  if (state === "Scheduled") return "time";
  return state === "Failed" ? "retry" : null;
}

/** Data that is read beside runs to show them. */
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
    usageSeries: instance.usageSeries,
    script: scriptOfRun(instance.history),
    history: instance.history.map(({ reason, ...entry }) => ({
      ...entry,
      ...reasonJson(reason),
      at: entry.at.toISOString(),
    })),
  };
}
