/** Which groups of failures come first. */
export const FailureOrder = {
  /** The newest failure first. */
  Newest: "newest",
  /** The most failures first. */
  Count: "count",
} as const;
export type FailureOrder = (typeof FailureOrder)[keyof typeof FailureOrder];

/** Which failed runs are grouped. */
export interface FailureQuery {
  /** Created then or later. */
  readonly from: Date;
  readonly app?: string;
  /** Only groups with this text in their error or in the key of one of their jobs, upper and lower case alike. */
  readonly search?: string;
  /** @default "newest" */
  readonly orderBy?: FailureOrder;
}

/** Failed runs by cause, over all jobs; a broadcast counts once, and not again with each of its shards. */
export interface Failures {
  /** In the order that was asked for, at most 200. */
  readonly groups: readonly FailureGroup[];
  /** The runs of these groups by the number of the error, those with the most first. */
  readonly numbers: readonly NumberedFailures[];
  /** How many groups there are. */
  readonly groupCount: number;
  /** How many failed runs these are, of the newest 10,000 since then. */
  readonly runs: number;
  /** How many of these runs are in the groups that are listed. */
  readonly grouped: number;
  /** Whether these are all failed runs since then, and all their groups. */
  readonly isComplete: boolean;
}

/** Failed runs whose errors have one number. The error of a group is that of its newest run. */
export interface NumberedFailures {
  readonly number: number;
  /** The code of the newest of them. */
  readonly code: string;
  readonly count: number;
  /** How many causes they have. */
  readonly groups: number;
}

/** Runs that failed for good with one cause. */
export interface FailureGroup {
  /** Stays the same for the same cause, for all who see the same apps. */
  readonly id: string;
  /** The error without what differs from run to run. */
  readonly cause: string;
  /** The error of the newest run. */
  readonly error: string | null;
  /** The number of that error; `null` where it has none. */
  readonly number: number | null;
  readonly count: number;
  /** How many of these runs were run again, as the history says. */
  readonly rerun: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** How many in each of 24 equal spans from the query's beginning until it was read, oldest first. */
  readonly spans: readonly number[];
  /** The newest run's id. */
  readonly newestId: string;
  /** The jobs that failed so, those with the most failures first, at most 20. */
  readonly jobs: readonly FailedJob[];
  readonly jobCount: number;
  /** Different arguments of these runs, newest first, at most 3. */
  readonly args: readonly string[];
  /** `null` where nobody has muted it or written a note. */
  readonly handled: HandledFailure | null;
}

/** One job's part of a group of failures. */
export interface FailedJob {
  readonly jobKey: string;
  readonly app: string;
  readonly count: number;
  readonly rerun: number;
  readonly lastAt: Date;
  readonly newestId: string;
}

/** The decision that somebody took on a group of failures; kept for 90 days after the last change. */
export interface HandledFailure {
  /** The group is muted while its newest failure is not newer than this. */
  readonly mutedAt: Date | null;
  readonly note: string;
  /** Who changed it last; `null` is the program itself. */
  readonly by: string | null;
  readonly at: Date;
}

/** A change of that decision; parts that are left out stay as they are. */
export interface HandleFailureRequest {
  readonly mutedAt?: Date | null;
  readonly note?: string;
}
