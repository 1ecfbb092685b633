import { type JobDefinition, type JobInstance, JobState } from "@mojob/core";
import { dueAtOf, isTaskOpen, LONGEST_MS, type TaskEvent } from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import type { TaskPlan } from "../plan/task-plan.ts";

/** A task that is under way, as it was read. */
export interface OpenTask {
  /** Its own run. */
  readonly run: JobInstance;
  /** As it is now; the plan is of the version that the run began with. */
  readonly definition: JobDefinition;
  readonly plan: TaskPlan;
  readonly state: TaskState;
}

/** Whether a run is a task whose nodes run. */
export function isUnderWay(run: JobInstance): boolean {
  return run.state === JobState.Processing && isTaskOpen(run);
}

/** When all of its nodes are to have ended; `null` where they may take as long as they do. */
export function deadlineOf({ startedAt }: JobInstance, { options }: JobDefinition): Date | null {
  // As long as it can be is no limit.
  return startedAt === null || options.timeoutMs >= LONGEST_MS
    ? null
    : new Date(startedAt.getTime() + options.timeoutMs);
}

/** When a task is to be looked at without any event. */
export function nextLookAt(
  { run, definition }: Pick<OpenTask, "run" | "definition">,
  state: TaskState,
): Date | null {
  if (state.phase === "ended") return null;
  const due = dueAtOf(state);
  const deadline = state.phase === "ending" ? null : deadlineOf(run, definition);
  if (due === null || deadline === null) return due ?? deadline;
  return due < deadline ? due : deadline;
}

/** The events of a task that are due, and those that were asked of its run. */
export function dueEvents({ run, definition, state }: OpenTask, now: Date): readonly TaskEvent[] {
  const deadline = deadlineOf(run, definition);
  const next = nextLookAt({ run, definition }, state);
  const events: TaskEvent[] = next !== null && next <= now ? [{ type: "timer" }] : [];
  if (run.cancelRequestedAt !== null && state.cause?.cancels !== true) {
    const by = run.cancelReason?.code === "cancelled" ? run.cancelReason.parameters.by : null;
    events.push({ type: "cancel", by: by ?? "" });
  }
  if (deadline !== null && deadline <= now) events.push({ type: "timeout" });
  return events;
}
