import type { JobInstance } from "../model/instance/job-instance.ts";
import { JobState } from "../model/instance/job-state.ts";
import { isTaskOpen } from "../model/instance/lane.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { LONGEST_MS } from "../model/option/option.ts";
import type { TaskPlan } from "../task/plan/task-plan.ts";
import { dueAtOf, type TaskState } from "../model/task/task-state.ts";
import type { TaskEvent } from "../model/task/task-event.ts";

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

/** What is due of a task, and what was asked of its run. */
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
