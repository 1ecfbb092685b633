import type { JobFailure, JobInstance, JsonValue } from "@mojob/core";
import { retriesOf } from "@mojob/core/engine";
import {
  type AfterFailure,
  attemptOf,
  type AttemptRef,
  cancelled,
  cancelRunning,
  fail,
  keepResult,
  resolveAfterFailure,
  shortText,
  succeed,
} from "@mojob/core/feature";
import { type InstanceChange, ReasonCode } from "@mojob/core/ports";
import { failureText } from "@mojob/core/words";
import type { Owed } from "../decide/owed.ts";
import { nodeStateOf } from "../decide/read-state.ts";
import type { OpenTask } from "./open-task.ts";

/** The results of a task together, as JSON. */
const MAX_RESULT_BYTES = 256 * 1024;

export type OwedEnd = Extract<Owed, { readonly type: "end" }>;

/** The change of a task's run at its end, and the step that follows. */
export interface EndOfTask {
  readonly change: InstanceChange;
  /** `null` where it has not failed. */
  readonly after: AfterFailure | null;
}

/** When a task has ended, and whether what failed in it says that a retry is of no use. */
interface Ending {
  readonly at: Date;
  readonly isFinal: boolean;
  /** The failure of the node that it failed by; `null` where it is its own. */
  readonly root: JobFailure | null;
}

/** How a task's own run ends: Cancelled where that was asked for meanwhile. `null` for a run without a claim, and for an attempt that is over. */
export function endOfTask(
  { run, definition, state }: OpenTask,
  end: OwedEnd,
  { at, isFinal, root }: Ending,
): EndOfTask | null {
  const { claim } = run;
  if (claim === null || run.attempt !== attemptOf(state)) return null;
  const attempt: AttemptRef = { ...run, claim, worker: "" };
  const isFailed = run.cancelRequestedAt === null && end.state === "Failed";
  const after = isFailed ? afterFailure({ run, definition, state }, end, { at, isFinal }) : null;
  const change =
    after === null
      ? changeOf(run, attempt, end, at)
      : fail(attempt, at, root ?? failureOf(end, definition.options.timeoutMs), after, null);
  return { change: { ...change, append: change.append.map((entry) => ({ ...entry, worker: null })) }, after };
}

/** Whether a task that failed is retried, by what it or one of its nodes failed with. */
function afterFailure(
  { run, definition, state }: Pick<OpenTask, "run" | "definition" | "state">,
  { code, unhandled }: OwedEnd,
  { at: now, isFinal }: Pick<Ending, "at" | "isFinal">,
): AfterFailure {
  if (definition.options.retryCount === 0)
    return { next: "terminate", reason: { code: ReasonCode.TaskFailed } };
  const ofNodes = unhandled.map((id) => nodeStateOf(state, id)?.code);
  return resolveAfterFailure(
    { job: definition, now },
    {
      id: run.id,
      retries: retriesOf(run),
      // Somebody has decided that it fails.
      isFinal: isFinal || code === "given_up",
      names: [code, ...ofNodes].filter((name) => name !== undefined),
      mayRetryNow: false,
    },
  );
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
  { state, results }: OwedEnd,
  at: Date,
): InstanceChange {
  if (cancelRequestedAt !== null) return cancelRunning(attempt, at, cancelReason ?? cancelled(), null);
  if (state === "Cancelled") {
    const change = cancelRunning(attempt, at, cancelled(), null);
    return { ...change, when: { ...change.when, cancelRequested: false } };
  }
  const { value, note } = keepResult(resultOf(results), MAX_RESULT_BYTES);
  return succeed(attempt, at, value, note, null);
}

function resultOf(results: OwedEnd["results"]): JsonValue {
  return Object.keys(results).length === 0 ? null : results;
}

function failureOf({ code = "node_failed", message, unhandled }: OwedEnd, limitMs: number): JobFailure {
  if (message !== undefined) return { code, message };
  const parameters =
    code === "task_timeout"
      ? { limitMs }
      : unhandled.length > 0
        ? { name: shortText(unhandled.join(", ")) }
        : {};
  const words = { code, message: code, parameters };
  return { ...words, message: failureText(words) };
}
