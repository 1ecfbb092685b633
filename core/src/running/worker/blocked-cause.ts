/** Shorter pauses are normal at a start. */
export const BLOCKED_FROM_MS = 2000;

/** A pause in which an event loop did not turn. */
export interface LoopPause {
  readonly ms: number;
  /** The part of it in which the loop's thread was ready to run and got no processor; `null` where the system does not say. */
  readonly waitedMs: number | null;
}

/** Whether the machine made a pause long: without the wait for a processor it would be too short to note, so that no job is to blame. */
export function isByMachine({ ms, waitedMs }: LoopPause): boolean {
  return waitedMs !== null && ms - waitedMs < BLOCKED_FROM_MS;
}
