import type { AroundRun } from "../../job/around-run.ts";
import type { JobFailure, JobTrigger } from "../../model/instance/job-instance.ts";

/** How one attempt of a run ended. */
export const AttemptOutcome = {
  Succeeded: "succeeded",
  /** It threw or took too long; `retryAt` says whether it is tried again. */
  Failed: "failed",
  Cancelled: "cancelled",
  /** It asked to be executed later: the run waits until then. */
  Snoozed: "snoozed",
  /** Another worker holds the run: what this one did counts for nothing. */
  Lost: "lost",
} as const;
export type AttemptOutcome = (typeof AttemptOutcome)[keyof typeof AttemptOutcome];

/** An attempt that begins. */
export interface AttemptStart {
  readonly tenant: string;
  readonly jobKey: string;
  readonly instanceId: string;
  /** Counts from 1. */
  readonly attempt: number;
  readonly trigger: JobTrigger;
}

/** An attempt that ended, after its end was recorded. */
export interface AttemptEnd extends AttemptStart {
  readonly outcome: AttemptOutcome;
  readonly durationMs: number;
  /** When it failed: what is kept of it. */
  readonly failure: JobFailure | null;
  /** When it failed because the job threw: the very value, for an error tracker. */
  readonly error: unknown;
  /** When it failed: from when on it is tried again; `null` ends the run. */
  readonly retryAt: Date | null;
}

/**
 * Functions of the host that are called around each attempt, in the worker that executes it. What ends without
 * a worker has `onRunEnd` alone, in an embedded scheduler, else a line on stderr of the control plane: an attempt that none began in time
 * (`waitTimeoutMs`), one whose worker died, and a shard whose executor was gone.
 *
 * `onRunStart` and `onRunEnd` are called and not awaited. What they throw, or what a promise of theirs rejects with, goes to `onError`; the run
 * does not notice.
 */
export interface RunHooks {
  /**
   * Stands around each attempt, whatever work it is, and is waited for: the attempt fails with what it throws. Its own time counts as the attempt's.
   * @default nothing does
   */
  readonly around?: AroundRun;
  /** Called once an attempt was admitted, before the job's code. */
  readonly onRunStart?: (attempt: AttemptStart) => unknown;
  /** Called once an attempt's end was recorded, before its retry. @default a failure is one line on stderr */
  readonly onRunEnd?: (attempt: AttemptEnd) => unknown;
}
