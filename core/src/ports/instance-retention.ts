/** Removes runs that were kept long enough. */
export interface IMoInstanceRetention {
  /**
   * Removes terminal runs of one job that ended before `endedBefore` or are beyond its newest `keep`, with their logs,
   * oldest first. Runs that are Skipped count towards `keepSkipped` alone: a job that skips each second keeps its history.
   * Resolves to how many; where these are fewer than `limit`, nothing is left to be removed now, or the store looks for Skipped runs again
   * within a minute. A run whose
   * `abandoned` code holds a slot is kept until that is given back; one whose fire is still to come (`firesAfter`) is kept until then.
   *
   * A broadcast and its shards are one run here: they count as one towards `keep`, and once all of them have ended they are
   * removed together. A shard without its broadcast is removed when it ended before `endedBefore`.
   */
  sweep(retention: RetentionSweep): Promise<number>;
}

export interface RetentionSweep {
  readonly tenant: string;
  readonly jobKey: string;
  readonly keep: number;
  /** How many Skipped runs to keep, which `keep` does not count. */
  readonly keepSkipped: number;
  readonly endedBefore: Date;
  /** Nothing more is removed once these are; only the shards of the last broadcast may be beyond it. */
  readonly limit: number;
  /** Positions of `endedAfter`: what ended after any of them is kept, so that its reader does not miss it. @default none */
  readonly keepAfter?: readonly string[];
  /** Runs that have the id of a fire after this time (`isFireAfter`) are kept: the fire would find none, and make another. @default none is kept for that */
  readonly firesAfter?: Date;
}
