import type { JobDefinition, JobInstanceSummary } from "@mojob/core";
import type { ScheduleFacts } from "@mojob/core/feature";
import type { ExecutorRecord } from "@mojob/core/ports";

/** How things are at one moment: all that lasting conditions are judged by. */
export interface Situation {
  readonly now: Date;
  readonly jobs: ReadonlyMap<string, JobDefinition>;
  /** The workers that are online. */
  readonly executors: readonly ExecutorRecord[];
  /** Every fire up to here is recorded; `null` before the first. */
  readonly firedTo: Date | null;
  readonly facts: ScheduleFacts;
  /** Runs that are enqueued, the oldest first. */
  readonly enqueued: readonly JobInstanceSummary[];
  /** How many runs of an app wait, where that was counted. */
  readonly waiting: ReadonlyMap<string, number>;
  /** Runs that have been running for some time. */
  readonly running: readonly LongRun[];
  /** Tasks that wait for something, also within others. */
  readonly waitingTasks: readonly JobInstanceSummary[];
  /** Runs whose code goes on although their attempt has ended, the oldest first. */
  readonly abandoned: readonly JobInstanceSummary[];
  readonly controlPlanes: number;
  /** How far this process's clock is ahead of the store's; `null` where that is not known. */
  readonly clockAheadMs: number | null;
}

/** A run under way, and how long the latest successful runs of its job took. */
export interface LongRun {
  readonly run: JobInstanceSummary;
  readonly durationsMs: readonly number[];
}
