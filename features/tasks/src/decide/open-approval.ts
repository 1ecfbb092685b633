import type { TaskNode } from "@mojob/core/engine";
import { NodeStatus, NodeType } from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";
import { valueInVisit } from "./edge-value.ts";
import { nodeStateOf } from "./read-state.ts";

/**
 * Whether a node is an approval that was not given, has one within it, or comes after one: by hand, nobody goes past it. What has run was let
 * through, and an approval that the graph itself left out was not wanted.
 */
export function needsApproval(plan: TaskPlan, state: TaskState, node: PlanNode): boolean {
  if (isOpen(state, node.node)) return true;
  const seen = new Set([node]);
  for (const one of seen) {
    if (hasBegun(state, one)) continue;
    for (const edge of one.ins) {
      const source = plan.nodes[edge.from] as PlanNode;
      const isGiven = edge.isBack || valueInVisit(plan, state, edge) === "taken";
      const isRefused =
        source.node.type === NodeType.Approval && statusOf(state, source) === NodeStatus.Succeeded;
      if (!isGiven && (isRefused || isOpen(state, source.node))) return true;
      if (!edge.isBack) seen.add(source);
    }
  }
  return false;
}

function statusOf(state: TaskState, { id }: { readonly id: string }): NodeStatus | undefined {
  return nodeStateOf(state, id)?.s;
}

/** One that failed without a run had begun all the same. */
function hasBegun(state: TaskState, node: PlanNode): boolean {
  const status = statusOf(state, node);
  return status === NodeStatus.Succeeded || status === NodeStatus.Failed;
}

function isOpen(state: TaskState, node: TaskNode): boolean {
  if (node.type === NodeType.Group) return node.nodes.some((one) => isOpen(state, one));
  const status = statusOf(state, node);
  return node.type === NodeType.Approval && status !== NodeStatus.Succeeded && status !== NodeStatus.Skipped;
}
