import type { ConditionNode, NodeBase, Pre, TaskNode } from "@mojob/core/engine";
import { ofNode, quoted } from "../task/expression-text.ts";
import { textOf } from "../json-documents.ts";
import type { DagTask } from "./dag.ts";
import type { NodeContext } from "./node-context.ts";
import { operatorNode } from "./operator-nodes.ts";
import { ALWAYS, TRIGGER_RULES } from "./trigger-rule.ts";
import { ownValue } from "../../own-value.ts";

/** Whether a task's code decides which of the tasks after it run, or whether any does. */
export const Chooses = { Nothing: "nothing", Which: "which", Whether: "whether" } as const;
export type Chooses = (typeof Chooses)[keyof typeof Chooses];

const GOES_ON = "goes-on";
const NONE = "none";

export function choosesOf({ type }: DagTask): Chooses {
  if (type.includes("ShortCircuit")) return Chooses.Whether;
  return /^_?Branch/.test(type) ? Chooses.Which : Chooses.Nothing;
}

/** Puts a task into the graph, with a condition after one that chooses. */
export function placeTask(task: DagTask, context: NodeContext): void {
  const { draft, dag } = context;
  const id = draft.idOf(task.id);
  const start = { id, ...(task.id !== id && { title: task.id.slice(0, 200) }) };
  const node = operatorNode(task, start, context);
  draft.nodes.push({ ...node, ...followed(task, node, context) });
  const chooses = choosesOf(task);
  if (chooses !== Chooses.Nothing && task.downstream.some((one) => dag.task(one) !== undefined))
    draft.nodes.push(choiceAfter(task, chooses, context));
}

function choiceId({ id }: Pick<DagTask, "id">, { draft }: NodeContext): string {
  return draft.idOf(`choice of ${id}`, `${draft.idOf(id)}-choice`);
}

function choiceAfter(task: DagTask, chooses: Chooses, context: NodeContext): ConditionNode {
  const { draft, dag } = context;
  const id = draft.idOf(task.id);
  const result = ofNode(id, "RESULT");
  const common = { id: choiceId(task, context), type: "condition", pre: [{ node: id }], else: NONE } as const;
  if (chooses === Chooses.Whether) {
    draft.info("node_whether", `${task.id}.task_type`, { node: task.id });
    reportReach(task, context);
    return { ...common, branches: [{ name: GOES_ON, when: `${result} == true` }] };
  }
  draft.info("node_which", `${task.id}.task_type`, { node: task.id });
  const known = task.downstream.filter((one) => dag.task(one) !== undefined);
  const branches = known.map((one) => ({ name: draft.idOf(one), when: `${result} == ${quoted(one)}` }));
  return { ...common, branches };
}

/**
 * A ShortCircuitOperator skips all that follows it, however far and by whatever rule; here a task by another rule than `all_success` would begin
 * by what else it follows. Whether Airflow was told to heed the rules is not in the serialized DAG.
 */
function reportReach(task: DagTask, { draft, dag }: NodeContext): void {
  const seen = new Set<string>();
  const queue = [...task.downstream];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const one = dag.task(id);
    if (one === undefined || seen.has(id)) continue;
    seen.add(id);
    queue.push(...one.downstream);
    const rule = textOf(one.fields["trigger_rule"]) ?? "all_success";
    if (rule !== "all_success" && one.fields["is_teardown"] !== true)
      draft.leaveUnfinished("node_skips_further", `${one.id}.trigger_rule`, {
        node: one.id,
        found: rule,
        from: task.id,
      });
  }
}

type Followed = Pick<NodeBase, "pre" | "join" | "cleanup">;

/** The nodes that a task follows, and when it begins. */
function followed(task: DagTask, node: TaskNode, context: NodeContext): Followed {
  const { draft, dag } = context;
  const upstream = dag.upstream(task.id);
  if (upstream.length === 0) return {};
  const stated = textOf(task.fields["trigger_rule"]) ?? "all_success";
  if (ALWAYS.has(stated)) return {};
  const isCleanup = node.type === "job" && isLast(task, context);
  if (isCleanup)
    return { pre: upstream.map((one) => ({ node: draft.idOf(one), on: "ended" })), cleanup: true };
  const rule = ownValue(TRIGGER_RULES, stated);
  if (rule === undefined)
    draft.leaveUnfinished("node_rule", `${task.id}.trigger_rule`, { node: task.id, found: stated });
  else if (rule.differs !== undefined)
    draft.info("node_rule_differs", `${task.id}.trigger_rule`, { node: task.id, found: stated });
  const { on, join } = rule ?? TRIGGER_RULES["all_success"] ?? { on: "ok", join: "all" };
  const pre = upstream.map((one) => preOf(one, task, on, context));
  return { pre, ...((pre.length > 1 || join === "done") && join !== "live" && { join }) };
}

/** Only other cleanup follows it, and it runs once. */
function isLast(task: DagTask, { dag }: NodeContext): boolean {
  const seen = new Set<string>();
  const queue = [task];
  for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
    if (one.fields["is_teardown"] !== true || one.fields["is_mapped"] === true) return false;
    if (seen.has(one.id)) continue;
    seen.add(one.id);
    queue.push(...one.downstream.flatMap((id) => dag.task(id) ?? []));
  }
  return true;
}

function preOf(from: string, { id }: DagTask, on: NonNullable<Pre["on"]>, context: NodeContext): Pre {
  const { draft, dag } = context;
  const source = dag.task(from);
  // There the last tasks alone decide how a run ended.
  const condition = on === "ok" ? {} : { on, ...(on === "ended" && { handles: true }) };
  const chooses = source === undefined ? Chooses.Nothing : choosesOf(source);
  // A failure is that of its code, and not of the choice after it.
  if (chooses === Chooses.Nothing || on === "failed") return { node: draft.idOf(from), ...condition };
  const branch = chooses === Chooses.Whether ? GOES_ON : draft.idOf(id);
  return { node: choiceId({ id: from }, context), ...condition, branch };
}
