import type { JobTrigger } from "../instance/job-instance.ts";

/** Lines a job leaves with its run; they outlive the worker. */
export interface JobLog {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** What a job is told about its run. */
export interface JobContext {
  /** Aborts on timeout, cancellation and shutdown; its `reason` is a `MoJobError`-shaped explanation. Pass it on. */
  readonly signal: AbortSignal;
  readonly tenant: string;
  readonly jobKey: string;
  /** The same for every attempt of the run: use it as the idempotency key of what the job does. */
  readonly instanceId: string;
  /** Counts from 1. */
  readonly attempt: number;
  readonly trigger: JobTrigger;
  readonly log: JobLog;
  /** Reports progress: a fraction from 0 to 1 and a few words. Cheap to call often; writes are paced. */
  progress(fraction: number, message?: string): void;
}
