import { hasLeftCode, differencesFromCode, type JobDefinition } from "../../model/job-definition.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import type { JobInstanceSummary } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { isPaused } from "../../model/begin/pause-in-force.ts";
import { canRun } from "../../placement/can-run.ts";
import type { ScheduleFacts } from "../../schedule/schedule-facts.ts";
import { nextFire } from "../../schedule/planner.ts";
import { JobStatus } from "../../scheduler/job-list-query.ts";

/** A control plane sleeps at most this long, and another one that takes over needs a little. */
const FIRING_LATE_MS = 45_000;

/** The circumstances that a job's status depends on, beside the job itself. */
export interface JobCircumstances {
  readonly now: Date;
  readonly executors: readonly ExecutorRecord[];
  /** Every fire up to here is recorded; `null` before the first. */
  readonly firedTo: Date | null;
  readonly facts: ScheduleFacts;
  /** The job's latest runs, newest first. */
  readonly runs: readonly JobInstanceSummary[];
}

/** Whether a status is one of the job's. */
export function hasStatus(
  definition: JobDefinition,
  status: JobStatus,
  { now, executors, firedTo, facts, runs }: JobCircumstances,
): boolean {
  switch (status) {
    case JobStatus.Paused:
      return isPaused(definition, now);
    case JobStatus.Failing:
      return isFailing(runs);
    case JobStatus.Late:
      return lateSince(definition, firedTo, now, facts) !== null;
    case JobStatus.NoWorker:
      return lacksWorker(definition, executors);
    case JobStatus.NotInCode:
      return hasLeftCode(definition);
    case JobStatus.Differs:
      return differencesFromCode(definition).length > 0;
  }
}

/** The fire that is late; `null` where none is. */
export function lateSince(
  definition: JobDefinition,
  firedTo: Date | null,
  now: Date,
  facts: ScheduleFacts,
): Date | null {
  const at = firedTo === null ? null : nextFire(definition, firedTo, facts);
  return at !== null && now.getTime() - at.getTime() > FIRING_LATE_MS ? at : null;
}

export function lacksWorker(definition: JobDefinition, executors: readonly ExecutorRecord[]): boolean {
  return (
    !definition.options.disabled &&
    !hasLeftCode(definition) &&
    !executors.some((executor) => canRun(executor, definition))
  );
}

/** Whether the newest run that ended failed: one that is open, skipped or cancelled says nothing of the job. */
export function isFailing(runs: readonly JobInstanceSummary[]): boolean {
  const ended = runs.find(({ state }) => state === JobState.Succeeded || state === JobState.Terminated);
  return ended?.state === JobState.Terminated;
}
