/** Which failed runs are grouped. */
export interface FailureQuery {
  /** Created then or later. */
  readonly from: Date;
  readonly app?: string;
}

/** Failed runs by job and cause; a broadcast counts once, and not again with each of its shards. */
export interface Failures {
  /** The group with the newest failure first, at most 200. */
  readonly groups: readonly FailureGroup[];
  /** How many runs were looked at: the newest, at most 10,000. */
  readonly runs: number;
  /** How many of these runs are in the groups. */
  readonly grouped: number;
  /** Whether these are all failed runs since then, and all their groups. */
  readonly isComplete: boolean;
}

/** Runs of one job that failed for good with one cause. */
export interface FailureGroup {
  /** Stays the same for the same job and cause. */
  readonly id: string;
  readonly jobKey: string;
  /** The error without what differs from run to run. */
  readonly cause: string;
  /** The error of the newest run. */
  readonly error: string | null;
  readonly count: number;
  /** How many of these runs were run again, as the history says. */
  readonly rerun: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** How many in each of 24 equal spans from the query's beginning until it was read, oldest first. */
  readonly spans: readonly number[];
  /** The newest run's id. */
  readonly newestId: string;
  /** Different arguments of these runs, newest first, at most 3. */
  readonly args: readonly string[];
  /** `null` where nobody has muted it or written a note. */
  readonly handled: HandledFailure | null;
}

/** What somebody said of a group of failures; kept for 90 days after the last change. */
export interface HandledFailure {
  /** The group is muted while its newest failure is not newer than this. */
  readonly mutedAt: Date | null;
  readonly note: string;
  /** Who changed it last; `null` is the program itself. */
  readonly by: string | null;
  readonly at: Date;
}

/** What is left out stays as it is. */
export interface HandleFailureRequest {
  readonly mutedAt?: Date | null;
  readonly note?: string;
}
