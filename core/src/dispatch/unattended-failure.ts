import type { InstanceChange } from "../model/instance/instance-change.ts";
import type { JobFailure, JobInstance } from "../model/instance/job-instance.ts";

/** An attempt that failed without a worker that could report it. */
export interface UnattendedFailure {
  /** The run before it failed. */
  readonly run: JobInstance;
  readonly attempt: number;
  readonly failure: JobFailure;
  /** From when on it is tried again; `null` ends the run. */
  readonly retryAt: Date | null;
}

export type ReportFailure = (failure: UnattendedFailure) => void;

/** Reports those of these changes that end attempts as failed and were written. */
export function reportFailures(
  runs: readonly JobInstance[],
  changes: readonly InstanceChange[],
  written: readonly boolean[],
  report: ReportFailure | undefined,
): void {
  if (report === undefined) return;
  const byId = new Map(runs.map((run) => [run.id, run]));
  changes.forEach(({ id, set: { error, attempt, retryAt } }, index) => {
    const run = byId.get(id);
    if (written[index] !== true || run === undefined || !error) return;
    report({ run, attempt: attempt ?? run.attempt, failure: error, retryAt: retryAt ?? null });
  });
}
