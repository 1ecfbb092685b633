import type { JsonValue } from "@mojob/core";
import type { RunNodeBase } from "@mojob/core/engine";
import { numberOf, shown } from "../json-documents.ts";
import type { TaskDraft } from "../task/task-draft.ts";
import type { DagTask } from "./dag.ts";

const MOST_RETRIES = 100;
const MOST_MS = 365 * 86_400_000;
const RETRY_DELAY_SECONDS = 300;
/** Weights from here on come first. */
const HEAVY = 10;

/** Fields of a task that nothing here has, with the values that say nothing. */
const LOST: Readonly<Record<string, readonly JsonValue[]>> = {
  depends_on_past: [false],
  wait_for_downstream: [false],
  depends_on_previous_tasks: [],
  pool: ["default_pool"],
  pool_slots: [1],
  queue: ["default"],
  executor: [],
  run_as_user: [],
  sla: [],
  max_active_tis_per_dag: [],
  max_active_tis_per_dagrun: [],
  has_on_failure_callback: [false],
  has_on_success_callback: [false],
  has_on_retry_callback: [false],
  has_on_skipped_callback: [false],
  has_on_execute_callback: [false],
  on_failure_fail_dagrun: [false],
  email: [],
  deferrable: [false],
};

/** How often, how long and how urgently a task runs. */
export function operatorOptions(
  { id: node, fields }: DagTask,
  draft: TaskDraft,
): Pick<RunNodeBase, "retry" | "timeoutMs" | "priority"> {
  for (const [field, usual] of Object.entries(LOST)) {
    const value = fields[field] ?? null;
    if (value !== null && !usual.includes(value)) draft.lose(node, field, shown(value));
  }
  const times = Math.min(MOST_RETRIES, Math.max(0, Math.trunc(numberOf(fields["retries"]) ?? 0)));
  const seconds = numberOf(fields["execution_timeout"]);
  const priority = priorityOf(numberOf(fields["priority_weight"]) ?? 1);
  return {
    ...(times > 0 && { retry: { times, ...intervalsOf(fields) } }),
    ...(seconds !== null && seconds > 0 && { timeoutMs: inMs(seconds) }),
    ...(priority !== null && { priority }),
  };
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
