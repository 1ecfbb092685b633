/** Removes runs that were kept long enough. */
export interface IMoInstanceRetention {
  /**
   * Removes terminal runs of one job that ended before `endedBefore` or are beyond its newest `keep`, with their logs,
   * at most `limit`, oldest first. Resolves to how many.
   */
  sweep(retention: RetentionSweep): Promise<number>;
}

export interface RetentionSweep {
  readonly tenant: string;
  readonly jobKey: string;
  readonly keep: number;
  readonly endedBefore: Date;
  readonly limit: number;
  /** Positions of `endedAfter`: what ended after any of them is kept, so that its reader does not miss it. @default none */
  readonly keepAfter?: readonly string[];
}
