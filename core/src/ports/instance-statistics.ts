import type { JobState } from "../model/instance/job-state.ts";

/** Counts runs without scanning them. */
export interface IMoInstanceStatistics {
  /** Every state has a number, 0 included. */
  countByState(
    tenant: string,
    app?: string,
    which?: CountedRuns,
  ): Promise<Readonly<Record<JobState, number>>>;
  /** Runs of an app that have not begun: Scheduled and Enqueued ones. Asked for often, beside runs that are created. */
  countWaiting(tenant: string, app: string): Promise<number>;
  /** Runs that ended, per minute, oldest first; minutes without any are left out. */
  completions(
    tenant: string,
    since: Date,
    app?: string,
    which?: CountedRuns,
  ): Promise<readonly CompletionMinute[]>;
}

/** Which runs count. */
export interface CountedRuns {
  /** `false` leaves out runs that are parts of others: the whole stands for them. @default true, which counts the work of workers */
  readonly parts?: boolean;
}

export interface CompletionMinute {
  /** The beginning of the minute. */
  readonly at: Date;
  readonly succeeded: number;
  readonly terminated: number;
  readonly cancelled: number;
  readonly skipped: number;
}
