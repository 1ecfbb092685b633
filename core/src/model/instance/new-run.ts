import type { Reason } from "../reason.ts";
import type { JsonValue } from "../../base/json.ts";
import type { JobDefinition } from "../job-definition.ts";
import type { HistoryEntry, JobInstance, JobTrigger, MissedFires, RunPart } from "./job-instance.ts";
import { JobState } from "./job-state.ts";
import { keyOfArgs } from "../option/value/concurrency-key.ts";
import { fairShareOf } from "../fairness/fair-share.ts";
import { type LanePart, laneOf } from "./lane.ts";
import { previewArgs } from "./run-preview.ts";
import type { RunRouting } from "../run-routing.ts";
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
  /** The part that sets its lane apart. @default its concurrency key, where its job has one */
  readonly lanePart?: LanePart;
  /** The shard of a broadcast that it repeats, whose index it has. @default it is a whole run */
  readonly repeats?: RunRouting;
  /** The workflow that already delivers it to the workers, so that it is not dispatched. @default none: it is dispatched */
  readonly carriedBy?: string;
  /** The composite run that it is a part of, so that no list has it. @default it is a whole run */
  readonly part?: RunPart;
}

/** Fields of a run's record besides those that were asked for. */
export interface RecordedBeside {
  readonly dispatchId: string;
  /** @default none */
  readonly uniqueKey?: string | null;
  /** How its executor was chosen. @default it was not */
  readonly routing?: RunRouting | null;
}

/** Makes the record of a run. */
export type RecordRun = (run: NewRun, beside: RecordedBeside) => JobInstance;

/**
 * How the runs that are created now are recorded: Scheduled when it is due later, Enqueued when it is due, Skipped when it
 * may not run. They share what is equal in them, because much of it is kept for long.
 */
export function recordsAt(now: Date): RecordRun {
  const scheduled = walk(now, null, [created(JobState.Scheduled)]);
  const enqueued = walk(now, null, [created(JobState.Enqueued)]);
  return (run, beside) => {
    if (run.skipReason !== null) {
      const skipped = { to: JobState.Skipped, attempt: 0, worker: null, reason: run.skipReason };
      const history = walk(now, null, [created(JobState.Enqueued), skipped]);
      return recordOf(run, { ...beside, uniqueKey: null }, history, now);
    }
    const isDelayed = run.dueAt !== null && run.dueAt > now;
    return recordOf(run, beside, isDelayed ? scheduled : enqueued, now);
  };
}

function created(to: JobState): Step {
  return { to, attempt: 0, worker: null, reason: null };
}

function recordOf(
  run: NewRun,
  { dispatchId, uniqueKey = null, routing = null }: RecordedBeside,
  history: readonly HistoryEntry[],
  now: Date,
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
    fairShare: fairShareOf(definition.options.fairness, run.args),
    turn: null,
    kind: definition.kind,
    state,
    reason,
    trigger: run.trigger,
    part: run.part ?? null,
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
    retryCount: run.trigger.options?.retryCount ?? definition.options.retryCount,
    retryAt: null,
    worker: null,
    claim: null,
    slot: null,
    abandoned: null,
    dispatchId: run.carriedBy ?? dispatchId,
    routing,
    cancelRequestedAt: null,
    cancelReason: null,
    progress: null,
    usage: null,
    usageSeries: null,
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

/** The part of a run's lane that follows from its concurrency key; `undefined` where its job has none. */
export function keyPartOf(
  { options: { concurrencyKey } }: JobDefinition,
  args: JsonValue,
): { readonly concurrencyKey: string } | undefined {
  return concurrencyKey === "" ? undefined : { concurrencyKey: keyOfArgs(concurrencyKey, args) };
}
