import { MoJobError, MoJobErrorCode } from "../base/error.ts";

/** Shared by every copy of this package in one thread. */
const MARK = Symbol.for("mojob.job-thread");

/** Makes this thread one that only runs jobs. */
export function markJobThread(): void {
  Object.defineProperty(globalThis, MARK, { value: true });
}

/**
 * A module that starts a scheduler as it is loaded would start another one in each thread of its jobs.
 * @throws MoJobError `invalid_configuration` in a thread that only runs jobs
 */
export function assertMayStart(): void {
  if (!(MARK in globalThis)) return;
  throw new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    "Cannot start a scheduler in the thread of a job: move the job to a module that only exports jobs",
  );
}
