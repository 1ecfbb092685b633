import type { DebugModes } from "../model/option/scheduler-options.ts";
import type { JobState } from "../model/instance/job-state.ts";
import type { CompletionMinute } from "../ports/instance-statistics.ts";

/** The state of everything, for one look. */
export interface Overview {
  /** Runs by state, a broadcast with its shards as one. */
  readonly counts: Readonly<Record<JobState, number>>;
  readonly jobs: {
    readonly total: number;
    readonly recurring: number;
    readonly triggered: number;
    readonly paused: number;
    readonly disabled: number;
  };
  /** The apps that have jobs, in order, whether or not a worker of theirs is connected. */
  readonly apps: readonly string[];
  /** The tags that jobs have, in order. */
  readonly tags: readonly string[];
  /** Which kinds of jobs run only by hand. */
  readonly debugMode: DebugModes;
  /** The next fires over all jobs, soonest first, at most 10; none while recurring jobs run only by hand. */
  readonly upcoming: readonly UpcomingFire[];
  /** The last hour, minute by minute, a broadcast with its shards as one. */
  readonly completions: readonly CompletionMinute[];
  readonly workers: number;
  /** Work under way: a broadcast and each of its shards. */
  readonly running: number;
}

export interface UpcomingFire {
  readonly jobKey: string;
  readonly name: string;
  readonly at: Date;
}
