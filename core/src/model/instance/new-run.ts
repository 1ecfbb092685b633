import type { Reason } from "../reason.ts";
import type { JsonValue } from "../../base/json.ts";
import type { JobDefinition } from "../job-definition.ts";
import type { HistoryEntry, JobInstance, JobTrigger, MissedFires } from "./job-instance.ts";
import { JobState } from "./job-state.ts";
import { concurrencyKeyOf } from "../option/value/concurrency-key.ts";
import { type LanePart, laneOf } from "./lane.ts";
import { previewArgs } from "./run-preview.ts";
import { type Step, walk } from "./walk.ts";

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

/** Makes the record of a run with the id of its dispatch. */
export type RecordRun = (run: NewRun, dispatchId: string, uniqueKey?: string | null) => JobInstance;

/**
 * How the runs that are created now are recorded: Scheduled when it is due later, Enqueued when it is due, Skipped when it
 * may not run. They share what is equal in them, because much of it is kept for long.
 */
export function recordsAt(now: Date): RecordRun {
  const scheduled = walk(now, null, [created(JobState.Scheduled)]);
  const enqueued = walk(now, null, [created(JobState.Enqueued)]);
  return (run, dispatchId, uniqueKey = null) => {
    if (run.skipReason !== null) {
      const skipped = { to: JobState.Skipped, attempt: 0, worker: null, reason: run.skipReason };
      return recordOf(run, walk(now, null, [created(JobState.Enqueued), skipped]), now, {
        dispatchId,
        uniqueKey: null,
      });
    }
    const isDelayed = run.dueAt !== null && run.dueAt > now;
    return recordOf(run, isDelayed ? scheduled : enqueued, now, { dispatchId, uniqueKey });
  };
}

function created(to: JobState): Step {
  return { to, attempt: 0, worker: null, reason: null };
}

function recordOf(
  run: NewRun,
  history: readonly HistoryEntry[],
  now: Date,
  { dispatchId, uniqueKey }: Pick<JobInstance, "dispatchId" | "uniqueKey">,
): JobInstance {
  const { definition } = run;
  const { to: state, reason } = history.at(-1) as HistoryEntry;
  return {
    id: run.id,
    tenant: definition.tenant,
    app: definition.app,
    jobKey: definition.key,
    lane: laneOfRun(run),
    uniqueKey,
    kind: definition.kind,
    state,
    reason,
    trigger: run.trigger,
    priority: run.priority,
    args: run.args,
    argsPreview: previewArgs(run.args),
    scheduledFor: run.dueAt,
    createdAt: now,
    updatedAt: now,
    enqueuedAt: state === JobState.Scheduled ? null : now,
    startedAt: null,
    completedAt: state === JobState.Skipped ? now : null,
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
