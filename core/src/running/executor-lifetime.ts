/** An executor that was not seen for this long counts as gone: six missed heartbeats. */
export const EXECUTOR_LIFETIME_MS = 30_000;
