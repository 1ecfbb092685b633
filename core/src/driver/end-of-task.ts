import type { JsonValue } from "../base/json.ts";
import type { AttemptRef } from "../model/instance/attempt-ref.ts";
import type { InstanceChange } from "../model/instance/instance-change.ts";
import type { JobFailure, JobInstance } from "../model/instance/job-instance.ts";
import { cancelRunning, fail, succeed } from "../model/instance/transitions.ts";
import { keepResult } from "../model/preview/job-result.ts";
import { cancelled, ReasonCode, shortText } from "../model/reason.ts";
import { failureText } from "../model/words/reason-text.ts";
import type { Owed } from "../task/decide/owed.ts";
import type { OpenTask } from "./open-task.ts";

/** The results of a task together, as JSON. */
const MAX_RESULT_BYTES = 256 * 1024;

export type OwedEnd = Extract<Owed, { readonly type: "end" }>;

/** How a task's own run ends: Cancelled where that was asked for meanwhile. `null` for a run without a claim. */
export function endOfTask({ run, definition }: OpenTask, end: OwedEnd, at: Date): InstanceChange | null {
  const { claim } = run;
  if (claim === null) return null;
  const attempt: AttemptRef = { ...run, claim, worker: "" };
  const change = changeOf(run, attempt, end, definition.options.timeoutMs, at);
  return { ...change, append: change.append.map((entry) => ({ ...entry, worker: null })) };
}

/** How a task's run ends whose job was deleted. `null` for a run without a claim. */
export function endWithoutGraph(run: JobInstance, at: Date): InstanceChange | null {
  const { claim, cancelRequestedAt, cancelReason } = run;
  if (claim === null) return null;
  const attempt: AttemptRef = { ...run, claim, worker: "" };
  if (cancelRequestedAt !== null) return cancelRunning(attempt, at, cancelReason ?? cancelled(), null);
  const failure = { code: "job_deleted", message: "The job was deleted while its nodes ran" };
  return fail(attempt, at, failure, { next: "terminate", reason: { code: ReasonCode.JobDeleted } }, null);
}

function changeOf(
  { cancelRequestedAt, cancelReason }: JobInstance,
  attempt: AttemptRef,
  { state, code, results, unhandled }: OwedEnd,
  timeoutMs: number,
  at: Date,
): InstanceChange {
  if (cancelRequestedAt !== null) return cancelRunning(attempt, at, cancelReason ?? cancelled(), null);
  if (state === "Cancelled") {
    const change = cancelRunning(attempt, at, cancelled(), null);
    return { ...change, when: { ...change.when, cancelRequested: false } };
  }
  if (state === "Succeeded") {
    const { value, note } = keepResult(resultOf(results), MAX_RESULT_BYTES);
    return succeed(attempt, at, value, note, null);
  }
  const failure = failureOf(code ?? "node_failed", unhandled, timeoutMs);
  return fail(attempt, at, failure, { next: "terminate", reason: { code: ReasonCode.TaskFailed } }, null);
}

function resultOf(results: OwedEnd["results"]): JsonValue {
  return Object.keys(results).length === 0 ? null : results;
}

function failureOf(code: string, unhandled: readonly string[], limitMs: number): JobFailure {
  const parameters =
    code === "task_timeout"
      ? { limitMs }
      : unhandled.length > 0
        ? { name: shortText(unhandled.join(", ")) }
        : {};
  const words = { code, message: code, parameters };
  return { ...words, message: failureText(words) };
}
