import type { Deployment } from "@mojob/core/engine";

/** A scheduler that runs, on whichever runtime. */
export interface RunningScheduler {
  readonly deployment: Deployment;
  readonly description: string;
  readonly workerId: string | null;
  failEscaped(runToken: string, error: unknown): boolean;
  close(): Promise<void>;
}
