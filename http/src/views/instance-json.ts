import {
  type ExecutorRecord,
  type JobInstance,
  type JobInstanceSummary,
  type JobFailure,
  type JobKind,
  JobKind as JobKinds,
  JOB_STATES,
  type JobState,
  type JsonValue,
  TriggerType,
} from "@mojob/core";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";
import { instantOut, json } from "../schemas/fields.ts";
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

const state = v.picklist(JOB_STATES);
const text = v.string();
const number = v.number();
const time = v.nullable(instantOut);

const EVENT_FIELDS = {
  id: text,
  tenant: text,
  app: v.pipe(text, v.description("The service whose workers hold the job's code")),
  jobKey: text,
  kind: v.picklist(Object.values(JobKinds)),
  state,
  reason: v.pipe(v.nullable(text), v.description("Why it is in this state, for a person")),
  trigger: v.object({
    type: v.picklist(Object.values(TriggerType)),
    nominalTime: v.optional(v.pipe(instantOut, v.description("For a fire: the time the schedule named"))),
    by: v.optional(text),
    of: v.optional(v.pipe(text, v.description("For a re-run: the run it repeats"))),
  }),
  priority: v.pipe(number, v.description("1 (first) to 5 (last)")),
  scheduledFor: time,
  createdAt: instantOut,
  updatedAt: instantOut,
  enqueuedAt: time,
  startedAt: time,
  completedAt: time,
  attempt: v.pipe(number, v.description("Attempts begun so far")),
  retryCount: number,
  retryAt: time,
  worker: v.nullable(text),
  cancelRequestedAt: time,
  cancelReason: v.nullable(text),
  progress: v.nullable(v.object({ fraction: number, message: v.nullable(text), at: instantOut })),
  missed: v.pipe(
    v.nullable(v.object({ count: number, from: instantOut, to: instantOut })),
    v.description("The fires this Skipped run stands for"),
  ),
};

const SUMMARY_FIELDS = {
  ...EVENT_FIELDS,
  waitingFor: v.pipe(
    v.nullable(v.picklist(["worker"])),
    v.description("`worker` while it is Enqueued and no live worker has its job"),
  ),
};

export const instanceEventSchema: Parser<InstanceEventJson> = v.object(EVENT_FIELDS);

export const instanceSummarySchema: Parser<InstanceSummaryJson> = v.object(SUMMARY_FIELDS);

export const instanceSchema: Parser<InstanceJson> = v.object({
  ...SUMMARY_FIELDS,
  args: json,
  result: json,
  error: v.nullable(v.object({ code: text, message: text, stack: v.exactOptional(text) })),
  history: v.array(
    v.object({
      at: instantOut,
      from: v.nullable(state),
      to: state,
      attempt: number,
      worker: v.nullable(text),
      reason: v.nullable(text),
    }),
  ),
});

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
