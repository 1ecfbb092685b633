import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { JobState } from "../instance/job-state.ts";
import { walk } from "../instance/walk.ts";
import { summarizeFailure } from "../instance/run-preview.ts";
import { attemptFailed, ReasonCode } from "../reason.ts";
import { failureText } from "../code/reason-text.ts";

/** A shard whose executor is gone, before it began or before its retry, has failed for good, its retries included. */
export function failShard(run: JobInstance, at: Date): InstanceChange {
  const { tenant, id, state, routing } = run;
  const attempt = run.attempt + 1;
  const parameters = { name: routing?.executor?.name ?? "" };
  const words = { code: "executor_gone", message: "", parameters };
  const failure = { ...words, message: failureText(words) };
  const reason = { code: ReasonCode.ExecutorGone, parameters } as const;
  const step = { attempt, worker: null };
  const append = walk(at, state, [
    ...(state === JobState.Scheduled ? [{ ...step, to: JobState.Enqueued, reason }] : []),
    { ...step, to: JobState.Processing, reason },
    { ...step, to: JobState.Failed, reason: attemptFailed(attempt, failure) },
    { ...step, to: JobState.Terminated, reason },
  ]);
  return {
    tenant,
    id,
    at,
    when: { states: [state], attempt: run.attempt, dispatchId: run.dispatchId },
    set: {
      state: JobState.Terminated,
      reason,
      attempt,
      error: failure,
      errorSummary: summarizeFailure(failure),
      completedAt: at,
      retryAt: null,
    },
    append,
  };
}
