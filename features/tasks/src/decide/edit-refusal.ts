import type { ParamValue } from "@mojob/core/engine";
import { isDecided, NodeStatus, NodeType, secretIn } from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";
import { nodeStateOf } from "./read-state.ts";
import { TaskRefusal } from "./task-refusal.ts";
import { innerNodes, readsOf } from "./value-reads.ts";

const ENDED: ReadonlySet<NodeStatus | undefined> = new Set([NodeStatus.Failed, NodeStatus.Cancelled]);
const ITEM = /^\d{1,6}$/;

/**
 * Why nobody may put a value there now; `null` where a person may. Values that a person may change are variables, the task's
 * parameters, what a node is to be given, and what one that has ended left.
 */
export function editRefusal(plan: TaskPlan, state: TaskState, path: readonly string[]): TaskRefusal | null {
  const [root, first, second] = path;
  if (root === "SECRET") return TaskRefusal.Secret;
  if (root === "VARS" && first !== undefined) return isKnown(plan, path) ? null : TaskRefusal.NoSuchValue;
  if (root === "TASK" && first === "PARAMS" && second !== undefined) return ofParam(plan, second);
  if (root !== "JOB" || first === undefined || second === undefined) return TaskRefusal.ReadOnly;
  const node = plan.byId.get(first);
  return node === undefined ? TaskRefusal.NoSuchNode : ofNodeValue(plan, state, node, path.slice(2));
}

function ofParam({ body }: TaskPlan, name: string): TaskRefusal | null {
  const declared = body.params?.find((param) => param.name === name);
  return declared?.secret === true ? TaskRefusal.Secret : null;
}

/** Whether the task computes it, or something in it reads it. */
function isKnown(plan: TaskPlan, path: readonly string[]): boolean {
  return (
    plan.body.vars?.some(({ name }) => name === path[1]) === true ||
    plan.nodes.some(({ node }) =>
      [node, ...innerNodes(node)].some((one) => readsOf(plan, one, path.slice(0, 2)).length > 0),
    )
  );
}

function isSecret({ expressions }: TaskPlan, param: ParamValue): boolean {
  return "expression" in param && secretIn(expressions.get(param.expression).expression) !== null;
}

function ofNodeValue(
  plan: TaskPlan,
  state: TaskState,
  { id, node }: PlanNode,
  names: readonly string[],
): TaskRefusal | null {
  const status = nodeStateOf(state, id)?.s;
  const isBatch = "each" in node && node.each !== undefined;
  const [what, more] = names;
  if (what === "PARAMS" && more !== undefined) {
    if (node.type !== NodeType.Job && node.type !== NodeType.Task) return TaskRefusal.ReadOnly;
    const given = [...(node.params ?? []), ...(node.each?.sets ?? []).flat()];
    if (given.some((param) => param.name === more && isSecret(plan, param))) return TaskRefusal.Secret;
    if (status === NodeStatus.Running) return TaskRefusal.NodeRunning;
    // A node that has failed may be executed again.
    return isDecided(status) && !ENDED.has(status) && status !== NodeStatus.Blocked
      ? TaskRefusal.NodeNotOpen
      : null;
  }
  const of = isBatch && what !== undefined && ITEM.test(what) ? more : isBatch ? undefined : what;
  if (of !== "RESULT" && of !== "OUTPUT") return TaskRefusal.ReadOnly;
  return isDecided(status) ? null : TaskRefusal.NodeNotEnded;
}
