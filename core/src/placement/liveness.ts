/**
 * How the absence of a worker is judged, in one table. A worker writes a heartbeat every `heartbeatMs`; each bound
 * below leaves room for the one before it.
 */

/** Longest `heartbeatMs` a worker may have. */
export const LONGEST_HEARTBEAT_MS = 5000;

/**
 * Silence after which the attempts of a worker count as lost: two of the longest heartbeats, so that one may be late.
 * It is also the heartbeat timeout of an activity on Temporal.
 */
export const WORKER_SILENT_MS: number = 2 * LONGEST_HEARTBEAT_MS;

/**
 * Silence after which a worker is no longer shown, counted or given work. It is longer than `WORKER_SILENT_MS`, because
 * a worker that was lost and is back should not leave the list in between.
 */
export const EXECUTOR_LIFETIME_MS: number = 3 * WORKER_SILENT_MS;

/** A run that a worker has had for this long is named in its heartbeats; shorter ones are not worth it. */
export const HELD_AFTER_MS = 5000;

/** A heartbeat this long after a run began names the run if the worker has it; the clocks of two processes differ by less than the rest. */
export const NAMED_WITHIN_MS: number = HELD_AFTER_MS + 3000;

/** The earliest `lastSeenAt` of a worker that is there at this time. */
export function liveSince(now: Date): Date {
  return new Date(now.getTime() - EXECUTOR_LIFETIME_MS);
}
