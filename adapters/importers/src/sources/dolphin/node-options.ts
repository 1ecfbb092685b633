import type { RunNodeBase } from "@mojob/core/engine";
import { numberOf, shown, textOf } from "../json-documents.ts";
import { notCarried } from "../members.ts";
import { TASK_FIELDS } from "./dolphin-fields.ts";
import type { TaskDraft } from "../task/task-draft.ts";
import type { DolphinTask } from "./dolphin-task.ts";

const MINUTE_MS = 60_000;
const MOST_MS = 365 * 24 * 60 * MINUTE_MS;
const MOST_RETRIES = 100;

/** From the first to the last; what has the middle one says nothing. */
export const PRIORITIES: readonly string[] = ["HIGHEST", "HIGH", "MEDIUM", "LOW", "LOWEST"];
const MEDIUM = 3;

/** How often, how long and how urgently a task runs. */
export function nodeOptions(
  task: DolphinTask,
  draft: TaskDraft,
): Pick<RunNodeBase, "retry" | "timeoutMs" | "priority"> {
  const { name: node, fields, params } = task;
  for (const [field, value] of notCarried(fields, TASK_FIELDS)) draft.lose(node, field, shown(value));
  const files = params["resourceList"] ?? null;
  if (Array.isArray(files) && files.length > 0)
    draft.leaveUnfinished("node_field_ignored", `${node}.resourceList`, {
      node,
      field: "resourceList",
      found: shown(files),
    });
  const priority = PRIORITIES.indexOf(textOf(fields["taskPriority"]) ?? "MEDIUM") + 1;
  const timeoutMs = timeoutOf(task, draft);
  const times = Math.min(MOST_RETRIES, Math.max(0, Math.trunc(numberOf(fields["failRetryTimes"]) ?? 0)));
  const intervalMs = bounded((numberOf(fields["failRetryInterval"]) ?? 1) * MINUTE_MS);
  return {
    ...(times > 0 && { retry: { times, intervalMs } }),
    ...(timeoutMs !== null && { timeoutMs }),
    ...(priority > 0 && priority !== MEDIUM && { priority }),
  };
}

/** One that only warned is no limit. */
function timeoutOf({ name: node, fields }: DolphinTask, draft: TaskDraft): number | null {
  const minutes = numberOf(fields["timeout"]) ?? 0;
  if (fields["timeoutFlag"] !== "OPEN" || minutes <= 0) return null;
  if (fields["timeoutNotifyStrategy"] !== "WARN") return bounded(minutes * MINUTE_MS);
  draft.lose(node, "timeout", `WARN ${minutes} min`);
  return null;
}

function bounded(ms: number): number {
  return Math.min(MOST_MS, Math.max(0, Math.round(ms)));
}
