import type { JobInstance } from "../instance/job-instance.ts";

/**
 * Carries runs to workers and keeps the firing loop turning: one process (`runtime-local`) or Temporal.
 *
 * Dispatch is at least once: only one admission of an attempt can win, so delivering twice is harmless.
 */
export interface IMoRuntime {
  /** Rejects with `runtime_unavailable` when it cannot be reached; the reconciler then dispatches again. */
  dispatch(batches: readonly DispatchBatch[]): Promise<void>;
  /** Of these open runs, those no dispatch of which is alive any more. */
  findLost(instances: readonly JobInstance[]): Promise<readonly JobInstance[]>;
  /** Hears of a run that was ended while it waited: what waits with it may go. Nothing depends on it. @default it waits in vain */
  forget?(instance: JobInstance): void;
}

/** Runs of one app that travel together. */
export interface DispatchBatch {
  /** Noted on every run it carries. */
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  readonly requests: readonly ExecutionRequest[];
}

/** Asks for one attempt of one run. */
export interface ExecutionRequest {
  readonly instanceId: string;
  readonly jobKey: string;
  /** The attempt to begin, from 1. */
  readonly attempt: number;
  readonly priority: number;
  /** When it is due; `null` is at once. */
  readonly dueAt: Date | null;
}
