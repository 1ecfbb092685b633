import type { JsonValue } from "@mojob/core";
import type { RunNodeBase } from "@mojob/core/engine";
import { type JsonRecord, numberOf, shown, textOf } from "../json-documents.ts";
import { notCarried } from "../members.ts";
import { JOB_FIELDS } from "./powerjob-members.ts";
import type { TaskDraft } from "../task/task-draft.ts";

const MOST_MS = 365 * 86_400_000;
const MOST_RETRIES = 100;
/** After which PowerJob dispatched a run again. */
const RETRY_MS = 10_000;

/** How often and how long a node runs, by the job that it executes. */
export function jobOptions(
  node: string,
  job: JsonRecord,
  draft: TaskDraft,
): Pick<RunNodeBase, "retry" | "timeoutMs"> {
  for (const [field, value] of notCarried(job, JOB_FIELDS)) draft.lose(node, field, shown(value));
  const executeType = textOf(job["executeType"]) ?? "STANDALONE";
  if (executeType !== "STANDALONE")
    draft.leaveUnfinished("node_spread", `${node}.executeType`, { node, found: executeType });
  const [runs, tries] = [countOf(job["instanceRetryNum"]), countOf(job["taskRetryNum"])];
  // Each run was tried so often by its worker.
  const times = Math.min(MOST_RETRIES, (1 + runs) * (1 + tries) - 1);
  const limitMs = countOf(job["instanceTimeLimit"]);
  return {
    ...(times > 0 && { retry: { times, intervalMs: runs > 0 ? RETRY_MS : 0 } }),
    ...(limitMs > 0 && { timeoutMs: Math.min(MOST_MS, limitMs) }),
  };
}

function countOf(value: JsonValue | undefined): number {
  return Math.max(0, Math.trunc(numberOf(value) ?? 0));
}
