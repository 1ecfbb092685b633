import type { JobFailure, JobInstance } from "../../model/instance/job-instance.ts";

/** An attempt that failed without a worker that could report it. */
export interface UnattendedFailure {
  /** As it was before. */
  readonly run: JobInstance;
  readonly attempt: number;
  readonly failure: JobFailure;
  /** From when on it is tried again; `null` ends the run. */
  readonly retryAt: Date | null;
}

export type ReportFailure = (failure: UnattendedFailure) => void;
