import { OnRetry, parseRunName, type TaskEvent } from "@mojob/core/feature";
import type { TaskFact, TaskState } from "@mojob/core/ports";
import { namesIn } from "../decide/owed.ts";
import type { TaskPlan } from "../plan/task-plan.ts";
import { planRerun } from "./rerun-plan.ts";

/**
 * The beginning of a later attempt of a failed task. Its runs have higher numbers than all that there were, because they are parts of the
 * same run.
 */
export function planRestart(
  plan: TaskPlan,
  state: TaskState,
  log: Iterable<TaskFact>,
  attempt: number,
): TaskEvent {
  const numbers = namesIn(log).map((name) => parseRunName(name)?.n ?? 0);
  const firstN = numbers.reduce((most, n) => Math.max(most, n + 1), 0);
  const isWhole = plan.body.onRetry === OnRetry.Whole;
  // Where no node failed, as where a condition of the task did not hold, all of it is executed again.
  const rerun = isWhole ? null : planRerun(plan, state, { type: "smart" }, true);
  return { type: "restart", attempt, firstN, taken: rerun?.taken ?? null };
}
