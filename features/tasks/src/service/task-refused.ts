import { type JobInstance, JobState, type JsonValue, MoJobError, MoJobErrorCode } from "@mojob/core";
import { reasonText } from "@mojob/core/words";
import type { EditOutcome } from "../driver/value-edits.ts";
import { TaskRefusal } from "../decide/task-refusal.ts";

/** Why a task does not do what it is asked for: of its own refusals, or that it cannot be run again so. */
export interface TaskRefusalReason {
  readonly reason: TaskRefusal | "not_ended" | "nothing_to_do" | "items_not_kept";
  /** The nodes that are in the way, or that are not there. */
  readonly nodes?: readonly { readonly node: string; readonly problem: string }[];
}

const CODES: Readonly<Partial<Record<TaskRefusalReason["reason"], MoJobErrorCode>>> = {
  [TaskRefusal.Secret]: MoJobErrorCode.Forbidden,
  [TaskRefusal.ReadOnly]: MoJobErrorCode.ValueNotEditable,
  [TaskRefusal.NoSuchValue]: MoJobErrorCode.ValueNotEditable,
};

/** The text of each refusal, after the task's name. */
const WORDS: Readonly<Record<TaskRefusalReason["reason"], string>> = {
  [TaskRefusal.NotBegun]: "it has not begun",
  [TaskRefusal.Ended]: "it has ended",
  [TaskRefusal.Ending]: "it is ending and cannot be changed any more",
  [TaskRefusal.NotPaused]: "it is not paused",
  [TaskRefusal.NotRunning]: "it is not running",
  [TaskRefusal.NotHeld]: "no failure holds it",
  [TaskRefusal.NoSuchNode]: "it has no such node",
  [TaskRefusal.NodeRunning]: "a run of the node is under way: wait for it, or cancel it",
  [TaskRefusal.NodeNotFailed]: "the node has not failed, or it cannot be repeated by itself",
  [TaskRefusal.ItemNotFailed]: "the node has no such items that failed, each named once",
  [TaskRefusal.NoRunByHand]: "only a job or a task that is no cleanup is begun by hand",
  [TaskRefusal.NodeNotOpen]: "the node has ended otherwise, or is in a group that has not begun",
  [TaskRefusal.NeedsApproval]:
    "the node needs an approval that was not given, which nobody goes past by hand",
  [TaskRefusal.NoSuchBranch]: "the node has no such branch",
  [TaskRefusal.NoSuchSignal]: "no node of it waits for such a signal",
  [TaskRefusal.SignalPending]: "the signal has come before and was not used yet",
  [TaskRefusal.NotWaiting]: "the node does not wait",
  [TaskRefusal.AlreadyApproved]: "this caller has approved it before",
  [TaskRefusal.ReadOnly]: "nobody may change this value",
  [TaskRefusal.Secret]: "the value is a secret",
  [TaskRefusal.NoSuchValue]: "it has no value of that name",
  [TaskRefusal.NodeNotEnded]: "the node has not ended: it has no result yet",
  [TaskRefusal.Stale]: "it has gone on since it was read",
  [TaskRefusal.NoSuchVersion]: "its job has no such version",
  [TaskRefusal.CannotMigrate]: "nodes that it has reached differ in the other version",
  not_ended: "it has not ended yet",
  items_not_kept:
    "all items of the node would be executed, because it follows one that is, or is another node in that version",
  nothing_to_do: "there is nothing that would be executed",
};

/** The refusal as an error: its `reason`, and the `nodes` that are in the way, are among the parameters. */
export function taskRefused(id: string, { reason, nodes = [] }: TaskRefusalReason): MoJobError {
  const inTheWay = nodes.map(({ node, problem }) => `${node} (${problem})`).join(", ");
  const code = CODES[reason] ?? MoJobErrorCode.TaskRefused;
  const message = `Task "${id}" cannot do that: ${WORDS[reason]}${inTheWay === "" ? "" : `: ${inTheWay}`}`;
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
export function notATask({ id, jobKey, state, reason }: JobInstance): MoJobError {
  const why =
    state === JobState.Skipped
      ? `it was skipped, so that none of its nodes began${reason === null ? "" : `: ${reasonText(reason)}`}`
      : `job "${jobKey}" is none, or the run had not begun when its body was removed`;
  return new MoJobError(MoJobErrorCode.NotATask, `Cannot show run "${id}" as a task: ${why}`);
}
