/** From when the interval of a schedule counts. */
export const IntervalFrom = {
  /** Each fire is due one interval after the one before was, however long runs take. */
  Start: "start",
  /** Each fire is due one interval after the run of the one before has ended, so that two never overlap. */
  End: "end",
} as const;
export type IntervalFrom = (typeof IntervalFrom)[keyof typeof IntervalFrom];

/** The longest jitter: a day. */
export const LONGEST_JITTER_MS: number = 24 * 60 * 60 * 1000;

/** The shortest interval: a second. */
export const SHORTEST_INTERVAL_MS = 1000;

/** The longest interval: 366 days. */
export const LONGEST_INTERVAL_MS: number = 366 * 24 * 60 * 60 * 1000;
