import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JsonValue } from "../../base/json.ts";
import type { EditOutcome } from "../../driver/value-edits.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { type Refused, TaskRefusal } from "../../task/decide/task-refusal.ts";

/** Why a task does not do what it is asked for: of its own refusals, or that it cannot be run again so. */
export interface TaskRefusalReason extends Omit<Refused, "reason"> {
  readonly reason: TaskRefusal | "not_ended" | "nothing_to_do";
}

const CODES: Readonly<Partial<Record<TaskRefusalReason["reason"], MoJobErrorCode>>> = {
  [TaskRefusal.Secret]: MoJobErrorCode.Forbidden,
  [TaskRefusal.ReadOnly]: MoJobErrorCode.ValueNotEditable,
  [TaskRefusal.NoSuchValue]: MoJobErrorCode.ValueNotEditable,
};

/** The refusal as an error: its `reason`, and the `nodes` that are in the way, are among the parameters. */
export function taskRefused(id: string, { reason, nodes = [] }: TaskRefusalReason): MoJobError {
  const words = nodes.map(({ node, problem }) => `${node} (${problem})`).join(", ");
  const code = CODES[reason] ?? MoJobErrorCode.TaskRefused;
  const message = `Task "${id}" cannot do that now: ${reason}${words === "" ? "" : `: ${words}`}`;
  const listed: JsonValue = nodes.map(({ node, problem }) => ({ node, problem }));
  return new MoJobError(code, message, {
    parameters: { reason, ...(nodes.length > 0 && { nodes: listed }) },
  });
}

/** The value at a path is another one than the caller looked at. */
export function staleValue(
  id: string,
  path: readonly string[],
  { rev, value }: Extract<EditOutcome, { readonly type: "stale" }>,
): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StaleRevision,
    `Cannot change "${path.join(".")}" of task "${id}": it was changed meanwhile, at revision ${rev} it is as \`value\` says`,
    { parameters: { revision: rev, value } },
  );
}

/** The run has no nodes that could be shown. */
export function notATask({ id, jobKey }: JobInstance): MoJobError {
  return new MoJobError(
    MoJobErrorCode.NotATask,
    `Cannot show run "${id}" as a task: job "${jobKey}" is none, or the run had not begun when its body was removed`,
  );
}
