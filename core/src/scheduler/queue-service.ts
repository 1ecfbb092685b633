import type { JobInstance } from "../model/instance/job-instance.ts";

/** The runs that wait, and the changes people make to them. */
export interface QueueService {
  /** The waiting runs of a job, an app or all, in the order in which they begin. */
  list(query: QueueQuery, limit: number): Promise<Queue>;
  /**
   * Changes the priority of a run that waits; resolves to the run after that.
   * @param priority 1 (first) to 5 (last)
   * @throws MoJobError `instance_not_found`, `not_waiting`, `invalid_argument`
   */
  prioritize(id: string, priority: number): Promise<JobInstance>;
  /** Makes a run that waits the next of its lane; resolves to the run after that. @throws MoJobError `instance_not_found`, `not_waiting` */
  runNext(id: string): Promise<JobInstance>;
  /**
   * Cancels what waits of a job, an app or all, or what runs for too long; what begins or ends meanwhile is left. Nodes with `retry`
   * have another run.
   * @throws MoJobError `invalid_argument` for a request without a condition that does not say `all`, and for one with both
   */
  clear(request: ClearQueueRequest): Promise<ClearedQueue>;
}

export interface QueueQuery {
  readonly app?: string;
  readonly jobKey?: string;
}

/** The reasons for which a run waits. */
export const WaitsFor = {
  /** A slot of its lane. */
  Slot: "slot",
  /** A worker that takes it. */
  Worker: "worker",
  /** The end of a pause. */
  Resume: "resume",
} as const;
export type WaitsFor = (typeof WaitsFor)[keyof typeof WaitsFor];

export interface QueuedRun {
  readonly run: JobInstance;
  readonly waitsFor: WaitsFor;
}

export interface Queue {
  /** The first in turn first; held runs come last. */
  readonly items: readonly QueuedRun[];
  /** How many wait, of those that were read. */
  readonly total: number;
  /** `false`: more than 1,000 wait; the oldest were read, and the first in turn for the slots they wait for. */
  readonly isComplete: boolean;
}

export interface ClearQueueRequest extends QueueQuery {
  /** Only runs that have waited for longer; 0 is no condition. @default 0 */
  readonly olderThanMs?: number;
  /** Instead of what waits: runs whose attempt has run for longer. Tasks and broadcasts go on; their own runs are among them. @default what waits is cleared */
  readonly runningLongerThanMs?: number;
  /** Whatever waits, of every app: has to be said where no condition is given. @default false */
  readonly all?: boolean;
  /** Counts and changes nothing. @default false */
  readonly dryRun?: boolean;
}

export interface ClearedQueue {
  readonly matched: number;
  /** How many of them are cancelled. */
  readonly done: number;
}
