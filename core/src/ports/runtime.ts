import type { JobInstance } from "../model/instance/job-instance.ts";

/** The part that delivers a scheduler's runs: within one process (`runtime-local`), or over Temporal. */
export interface IMoRuntime {
  /** Resolves to those of these open runs that no published request delivers any more. */
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

/** The carrier of a run to a worker: on Temporal a workflow. */
export interface Carrier {
  readonly id: string;
  /** The queue on which it is worked on. */
  readonly queue: string;
  readonly isOpen: boolean;
}
