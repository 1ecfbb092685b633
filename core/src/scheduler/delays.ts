/** How far behind a scheduler is, and what of its dispatching failed. */
export interface Delays {
  /** How long the oldest fire has been due that nothing has been recorded of. */
  readonly firingLagMs: number;
  /** How long the oldest run has waited in the queue; 0 where none waits. */
  readonly oldestEnqueuedMs: number;
  /** Dispatches of this process that failed since it began; their runs are dispatched again. */
  readonly dispatchFailures: number;
}
