import type { Deployment, ExecutorHost } from "@mojob/core/engine";

/** A scheduler that runs, on whichever runtime. */
export interface RunningScheduler {
  readonly deployment: Deployment;
  readonly description: string;
  readonly workerId: string | null;
  /** Where programs elsewhere have a tenant's executors; `null` where this process runs no jobs. */
  readonly executorHost: ((tenant?: string) => ExecutorHost) | null;
  failEscaped(runToken: string, error: unknown): boolean;
  /** The first part of `close()`: the runs of this process end; all else is served meanwhile. */
  finishRuns(): Promise<void>;
  close(): Promise<void>;
}
