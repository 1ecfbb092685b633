import type { JsonValue } from "@mojob/core";
import type { RunNodeBase } from "@mojob/core/engine";
import { notCarried } from "../members.ts";
import { numberOf, shown } from "../json-documents.ts";
import type { TaskDraft } from "../task/task-draft.ts";
import type { DagTask } from "./dag.ts";
import { TASK_FIELDS } from "./dag-fields.ts";

const MOST_RETRIES = 100;
const MOST_MS = 365 * 86_400_000;
const RETRY_DELAY_SECONDS = 300;
/** Weights from here on come first. */
const HEAVY = 10;

/** How often, how long and how urgently a task runs. */
export function operatorOptions({ fields }: DagTask): Pick<RunNodeBase, "retry" | "timeoutMs" | "priority"> {
  const times = Math.min(MOST_RETRIES, Math.max(0, Math.trunc(numberOf(fields["retries"]) ?? 0)));
  const seconds = numberOf(fields["execution_timeout"]);
  const priority = priorityOf(numberOf(fields["priority_weight"]) ?? 1);
  return {
    ...(times > 0 && { retry: { times, ...intervalsOf(fields) } }),
    ...(seconds !== null && seconds > 0 && { timeoutMs: inMs(seconds) }),
    ...(priority !== null && { priority }),
  };
}

/** Says what a task states and nothing here has; what stands in its template fields is told to its code. */
export function noteLost({ id: node, fields }: DagTask, draft: TaskDraft): void {
  const own = fields["template_fields"] ?? null;
  const names = Array.isArray(own) ? (own as readonly JsonValue[]) : [];
  for (const [field, value] of notCarried(fields, TASK_FIELDS))
    if (!names.includes(field)) draft.lose(node, field, shown(value));
}

function intervalsOf(fields: DagTask["fields"]): {
  intervalMs: number;
  backoff?: number;
  maxIntervalMs?: number;
} {
  const growth = fields["retry_exponential_backoff"] ?? false;
  const backoff = growth === true ? 2 : (numberOf(growth === false ? 0 : growth) ?? 0);
  const longest = numberOf(fields["max_retry_delay"]);
  return {
    intervalMs: inMs(numberOf(fields["retry_delay"]) ?? RETRY_DELAY_SECONDS),
    ...(backoff > 1 && { backoff }),
    ...(backoff > 1 && longest !== null && { maxIntervalMs: inMs(longest) }),
  };
}

/** The heavier ones come first there. */
function priorityOf(weight: number): number | null {
  if (weight === 1) return null;
  if (weight < 1) return 4;
  return weight < HEAVY ? 2 : 1;
}

function inMs(seconds: number): number {
  return Math.min(MOST_MS, Math.max(0, Math.round(seconds * 1000)));
}
