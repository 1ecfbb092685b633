import { isMoJobError, MoJobErrorCode } from "@mojob/core";
import type { UsedScheduler } from "../../route/used-scheduler.ts";

/** Proxies end what is silent for longer. */
export const LONGEST_WAIT_MS = 30_000;

/**
 * Resolves once a run has ended, when the time is over, or when the signal aborts: the caller reads the run then.
 * @throws MoJobError `instance_not_found`, `store_unavailable`
 */
export async function waitForEnd(
  scheduler: UsedScheduler<"ended">,
  id: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    await scheduler.ended(id, { timeoutMs, signal });
  } catch (error) {
    const isOver =
      signal.aborted ||
      isMoJobError(error, MoJobErrorCode.Timeout) ||
      isMoJobError(error, MoJobErrorCode.ShuttingDown);
    if (!isOver) throw error;
  }
}
