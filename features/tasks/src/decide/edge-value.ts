import { type DecidedStatus, EdgeCondition, isDecided, NodeStatus } from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import type { GraphEdge } from "../plan/graph/task-graph.ts";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";
import { loopStateOf, nodeStateOf } from "./read-state.ts";

/** The state of an edge, as the node it leads to sees it. */
export type EdgeValue =
  /** Its source may still end in another way. */
  | "open"
  | "taken"
  /** A failure before it keeps it from being taken. */
  | "failed"
  /** It is not the way that was taken. */
  | "dead";

/** One that leaves a loop has a value once the loop is over: that of its last visit. */
export function edgeValue(plan: TaskPlan, state: TaskState, edge: GraphEdge): EdgeValue {
  if (edge.leaves !== null && loopStateOf(plan, state, edge.leaves).s === "open") return "open";
  return valueInVisit(plan, state, edge);
}

/** The value in the current visit, whether or not the loop goes on after it. */
export function valueInVisit(plan: TaskPlan, state: TaskState, edge: GraphEdge): EdgeValue {
  const source = plan.nodes[edge.from] as PlanNode;
  const at = nodeStateOf(state, source.id);
  if (at === undefined || !isDecided(at.s)) return "open";
  const status = leavesFailedLoop(plan, state, source, edge) ? NodeStatus.Failed : at.s;
  return valueOf(status, edge, source.node.allowFailure === true, at.branches);
}

/** Who waits for a loop that failed has its header as having failed. */
function leavesFailedLoop(plan: TaskPlan, state: TaskState, source: PlanNode, edge: GraphEdge): boolean {
  if (source.heads === null || plan.nodes[edge.to]?.loops.includes(source.heads) === true) return false;
  return loopStateOf(plan, state, source.heads).s === "failed";
}

function valueOf(
  status: DecidedStatus,
  { on, branch }: GraphEdge,
  mayFail: boolean,
  branches: readonly string[] = [],
): EdgeValue {
  switch (status) {
    case NodeStatus.Skipped:
      return "dead";
    case NodeStatus.Succeeded:
      if (on === EdgeCondition.Failed) return "dead";
      return branch === null || branches.includes(branch) ? "taken" : "dead";
    case NodeStatus.Failed:
    case NodeStatus.Cancelled:
      if (mayFail) return branch === null ? "taken" : "dead";
      return on === EdgeCondition.Ok ? "failed" : "taken";
    case NodeStatus.Blocked:
      // A handler at the end of a chain learns of a failure at its beginning.
      return on === EdgeCondition.Ok ? "failed" : "taken";
  }
}
