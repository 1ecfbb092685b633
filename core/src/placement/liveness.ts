/**
 * How the absence of a worker is judged, in one table. A worker writes a heartbeat every `heartbeatMs`; each bound
 * below leaves room for the one before it.
 */

/** Longest `heartbeatMs` a worker may have. */
export const LONGEST_HEARTBEAT_MS = 5000;

/**
 * Silence after which a worker counts as offline: its attempts are lost, and it is no longer shown, counted or given work.
 * Two of the longest heartbeats, so that one may be late. It is also the heartbeat timeout of an activity on Temporal.
 */
export const WORKER_SILENT_MS: number = 2 * LONGEST_HEARTBEAT_MS;

/**
 * Silence after which the code of a worker counts as no longer deployed. It is longer than `WORKER_SILENT_MS`, because
 * jobs that only this worker has stop firing then, and it may be back soon.
 */
export const CODE_GONE_MS: number = 3 * WORKER_SILENT_MS;

/**
 * How long a program that executes runs for a gateway has to come back with them when its gateway is gone: until then they are not
 * lost. Longer than the longest pause between the tries of its client, and than the start of a gateway.
 */
export const RETURN_WITHIN_MS: number = 3 * WORKER_SILENT_MS;

/** A run that a worker has had for this long is named in its heartbeats; shorter ones are not worth it. */
export const NAMED_AFTER_MS = 5000;

/** A heartbeat this long after a run began names the run if the worker has it; the clocks of two processes differ by less than the rest. */
export const NAMED_WITHIN_MS: number = NAMED_AFTER_MS + 3000;

/** The earliest `lastSeenAt` of a worker that is there at this time. */
export function liveSince(now: Date): Date {
  return new Date(now.getTime() - WORKER_SILENT_MS);
}

/** The earliest `lastSeenAt` of a worker whose code counts as deployed at this time. */
export function deployedSince(now: Date): Date {
  return new Date(now.getTime() - CODE_GONE_MS);
}
