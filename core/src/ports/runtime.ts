import type { Destination } from "../model/destination.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";

/**
 * Delivers runs to workers: within one process (`runtime-local`) or over Temporal.
 *
 * Dispatch is at least once: only one admission of an attempt can win, so delivering twice is harmless.
 */
export interface IMoRuntime {
  /** Rejects with `runtime_unavailable` when the runtime cannot be reached; the reconciler then dispatches again. */
  dispatch(batches: readonly DispatchBatch[]): Promise<void>;
  /** Resolves to those of these open runs that no dispatch delivers any more. */
  findLost(instances: readonly JobInstance[]): Promise<readonly JobInstance[]>;
  /**
   * Called with waiting runs whose job a worker has the code of again: one whose delivery waits for that goes on at once.
   * Best effort. @default no delivery waits
   */
  wake?(instances: readonly JobInstance[]): Promise<void>;
  /** Called when a waiting run was cancelled, so that the runtime can drop its timer or workflow. Best effort. @default nothing is dropped */
  forget?(instance: JobInstance): void;
  /** Resolves to what delivers a run, or delivered it last; `null` where there is nothing (any more). @default there is nothing */
  findCarrier?(instance: JobInstance): Promise<Carrier | null>;
}

/** What delivers a run to a worker: on Temporal a workflow. */
export interface Carrier {
  readonly id: string;
  /** The queue on which it is worked on. */
  readonly queue: string;
  readonly isOpen: boolean;
}

/** Runs with one destination that are delivered together. */
export interface DispatchBatch {
  /** Noted on every run of the batch. */
  readonly id: string;
  readonly destination: Destination;
  readonly requests: readonly ExecutionRequest[];
}

/** Asks for one attempt of one run. */
export interface ExecutionRequest {
  readonly instanceId: string;
  readonly jobKey: string;
  /** The run's lane. */
  readonly lane: string;
  /** The attempt to begin, from 1. */
  readonly attempt: number;
  /** Which retry the attempt is; 0 for the first attempt, and for one that ends a snooze. @default attempt − 1 */
  readonly retry?: number;
  readonly priority: number;
  /** When it is due; `null` is at once. */
  readonly dueAt: Date | null;
}
