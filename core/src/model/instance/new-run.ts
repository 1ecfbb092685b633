import type { Reason } from "../reason.ts";
import type { JsonValue } from "../../base/json.ts";
import type { JobDefinition } from "../job-definition.ts";
import type { JobInstance, JobTrigger, MissedFires } from "./job-instance.ts";
import { JobState } from "./job-state.ts";
import { concurrencyKeyOf } from "../option/value/concurrency-key.ts";
import { type LanePart, laneOf } from "./lane.ts";
import { previewArgs } from "./run-preview.ts";
import { walk } from "./walk.ts";

/** The longest a run can be delayed or snoozed: a year. */
export const LONGEST_DELAY_MS: number = 366 * 24 * 60 * 60 * 1000;

/** A requested run, checked and ready to be recorded. */
export interface NewRun {
  readonly id: string;
  readonly definition: JobDefinition;
  readonly args: JsonValue;
  readonly trigger: JobTrigger;
  /** 1 (first) to 5 (last). */
  readonly priority: number;
  /** When it is due; `null` or past is at once. */
  readonly dueAt: Date | null;
  /** Why it is recorded without being run; `null` runs it. */
  readonly skipReason: Reason | null;
  readonly missed: MissedFires | null;
  readonly fingerprint: string | null;
  /** What sets its lane apart. @default its concurrency key, where its job has one */
  readonly lanePart?: LanePart;
  /** The workflow that already delivers it to the workers, so that it is not dispatched. @default none: it is dispatched */
  readonly carriedBy?: string;
}

/** The first record of a run: Scheduled when it is due later, Enqueued when it is due, Skipped when it may not run. */
export function recordOf(
  run: NewRun,
  now: Date,
  dispatchId: string,
  uniqueKey: string | null = null,
): JobInstance {
  const { definition } = run;
  const isDelayed = run.skipReason === null && run.dueAt !== null && run.dueAt > now;
  const history = walk(now, null, [
    { to: isDelayed ? JobState.Scheduled : JobState.Enqueued, attempt: 0, worker: null, reason: null },
    ...(run.skipReason === null
      ? []
      : [{ to: JobState.Skipped, attempt: 0, worker: null, reason: run.skipReason }]),
  ]);
  const last = history.at(-1);
  return {
    id: run.id,
    tenant: definition.tenant,
    app: definition.app,
    jobKey: definition.key,
    lane: laneOfRun(run),
    uniqueKey: run.skipReason === null ? uniqueKey : null,
    kind: definition.kind,
    state: last?.to ?? JobState.Enqueued,
    reason: last?.reason ?? null,
    trigger: run.trigger,
    priority: run.priority,
    args: run.args,
    argsPreview: previewArgs(run.args),
    scheduledFor: run.dueAt,
    createdAt: now,
    updatedAt: now,
    enqueuedAt: isDelayed ? null : now,
    startedAt: null,
    completedAt: run.skipReason === null ? null : now,
    attempt: 0,
    retryCount: definition.options.retryCount,
    retryAt: null,
    worker: null,
    claim: null,
    slot: null,
    dispatchId: run.carriedBy ?? dispatchId,
    cancelRequestedAt: null,
    cancelReason: null,
    progress: null,
    result: null,
    error: null,
    errorSummary: null,
    missed: run.missed,
    fingerprint: run.fingerprint,
    history,
  };
}

/** The lane whose slots a run competes for. */
export function laneOfRun({ definition, args, lanePart }: NewRun): string {
  return laneOf(definition.key, lanePart ?? keyPartOf(definition, args));
}

function keyPartOf({ options: { concurrencyKey } }: JobDefinition, args: JsonValue): LanePart | undefined {
  return concurrencyKey === "" ? undefined : { concurrencyKey: concurrencyKeyOf(concurrencyKey, args) };
}
