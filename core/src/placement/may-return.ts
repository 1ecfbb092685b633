import type { ExecutorRecord } from "../model/executor-record.ts";
import { type OwnedRun, RunOwners } from "./run-owners.ts";
import { RETURN_WITHIN_MS } from "./liveness.ts";

/**
 * Whether the program that executes a run may still come back with it: its gateway is gone, or does not say otherwise, for less than
 * the time it has for that.
 * @param begunAt when those that judge began: a program cannot come back before
 */
export function mayReturn(run: OwnedRun, executor: ExecutorRecord, begunAt: Date, now: Date): boolean {
  if (executor.mayReturn !== true || new RunOwners([executor]).isDisowned(run)) return false;
  const sinceMs = Math.max(executor.lastSeenAt.getTime(), begunAt.getTime());
  return now.getTime() - sinceMs < RETURN_WITHIN_MS;
}
