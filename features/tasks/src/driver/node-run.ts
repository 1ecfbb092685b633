import type { JobDefinition, JobInstance, JsonValue } from "@mojob/core";
import type { TaskNode } from "@mojob/core/engine";
import {
  chainAfter,
  chainOf,
  isOwnJob,
  type NewRun,
  type NodeRun,
  NodeType,
  ownJobKey,
  parseOwnJobKey,
  type PastRuns,
  recordsAt,
  secretParamsOf,
  startsOnly,
  traceOf,
} from "@mojob/core/feature";
import { type JsonObject, type TaskState, TriggerType } from "@mojob/core/ports";
import { runOptionsOf } from "../definition/node-options.ts";
import type { OpenTask } from "./open-task.ts";

/** Where a run of a group says which item it is for. */
export const ITEM_ARG = "$item";

/** A run that a task owes. */
export interface OwedRun {
  readonly name: string;
  readonly run: NodeRun;
  readonly injected: JsonObject;
}

/** The key of the job that a node runs; `null` for a node that runs none. */
export function jobKeyOfNode(task: Pick<OpenTask, "run" | "state">, node: TaskNode): string | null {
  if (node.type === NodeType.Task) return node.key;
  if (isOwnJob(node)) {
    // The run of a group for an item holds nodes of the task around it, whose body is the one that is kept.
    const { task: root, version } = parseOwnJobKey(task.run.jobKey) ?? {
      task: task.run.jobKey,
      version: task.state.version,
    };
    return ownJobKey({ task: root, node: node.id, version });
  }
  return node.type === NodeType.Job && "key" in node.job ? node.job.key : null;
}

/** The latest runs that a run of a task in a re-run goes on from; `null` for any other run. */
export function pastRunsOf(
  { inner = {}, firstN = 0 }: TaskState,
  { node, visit, n }: NodeRun,
): PastRuns | null {
  const past = Object.hasOwn(inner, node) ? inner[node] : undefined;
  // A run that is begun once more is begun as a whole.
  return past === undefined || past.visit !== visit || n > firstN ? null : past;
}

/** The fields of a node's run besides its node. */
export interface NodeRequestFields {
  readonly id: string;
  /** The item that a group is executed for. */
  readonly item: { readonly value: JsonValue; readonly index: number } | null;
  /** The run that a task in a re-run goes on from. */
  readonly past: string | null;
}

export interface NodeRunFields extends NodeRequestFields {
  readonly at: Date;
  readonly dispatchId: string;
}

/** The record of a node's run. */
export function nodeRunOf(
  task: Pick<OpenTask, "run" | "plan">,
  node: TaskNode,
  definition: JobDefinition,
  owed: OwedRun,
  { at, dispatchId, ...fields }: NodeRunFields,
): JobInstance {
  const record = recordsAt(at)(requestOfNode(task, node, definition, owed, fields), { dispatchId });
  return { ...record, part: { of: task.run.id, name: owed.name } };
}

/** The request of a node for a run, before it is known how it is recorded. */
export function requestOfNode(
  { run: whole, plan }: Pick<OpenTask, "run" | "plan">,
  node: TaskNode,
  definition: JobDefinition,
  { run, injected }: OwedRun,
  { id, item, past }: NodeRequestFields,
): NewRun {
  const args = item === null ? injected : { ...injected, [ITEM_ARG]: item };
  const secrets = secretParamsOf(plan.expressions, node, run.item);
  const isManual = whole.trigger.manual === true;
  const priority = "priority" in node ? node.priority : undefined;
  // A job that the body holds has them as its own.
  const options = isOwnJob(node) ? {} : runOptionsOf(node);
  return {
    id,
    definition,
    args: Object.keys(args).length === 0 ? definition.args : args,
    trigger: {
      type: TriggerType.Task,
      ...(startsOnly(node) ? chainAfter(whole) : { of: whole.id, ...chainOf(whole.trigger) }),
      ...(past !== null && { mode: { type: "smart", of: past } }),
      ...(Object.keys(secrets).length > 0 && { secrets }),
      ...(Object.keys(options).length > 0 && { options }),
      ...(node.type === NodeType.Task && node.version !== undefined && { version: node.version }),
      ...(isManual && { manual: true }),
      ...traceOf(whole.trigger),
    },
    priority: priority ?? whole.priority,
    dueAt: null,
    skipReason: null,
    missed: null,
    fingerprint: null,
  };
}
