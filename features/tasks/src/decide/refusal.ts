import {
  isDecided,
  NodeStatus,
  NodeType,
  startsOnly,
  type TaskOperation,
  TaskPhase,
} from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";
import { editRefusal } from "./edit-refusal.ts";
import { haveFailed } from "./kept-items.ts";
import { needsApproval } from "./open-approval.ts";
import { loopStateOf, nodeStateOf } from "./read-state.ts";
import { TaskRefusal } from "./task-refusal.ts";

/** The reason against an operation now; `null` where there is none. */
export function refusalOf(plan: TaskPlan, state: TaskState, operation: TaskOperation): TaskRefusal | null {
  if (state.phase === TaskPhase.New) return TaskRefusal.NotBegun;
  if (state.phase === TaskPhase.Ended) return TaskRefusal.Ended;
  const isEnding = state.phase === TaskPhase.Ending;
  switch (operation.type) {
    case "cancel":
      return state.cause?.cancels === true ? TaskRefusal.Ending : null;
    case "pause":
      return state.phase === TaskPhase.Running ? null : TaskRefusal.NotRunning;
    case "resume":
      return state.phase === TaskPhase.Paused ? null : TaskRefusal.NotPaused;
    case "giveUp":
      return state.phase === TaskPhase.Held ? null : TaskRefusal.NotHeld;
    case "edit":
      if (operation.ifRev !== undefined && operation.ifRev !== state.rev) return TaskRefusal.Stale;
      return editRefusal(plan, state, operation.path);
    case "migrate":
      return isEnding ? TaskRefusal.Ending : null;
    case "signal":
      return ofSignal(plan, state, operation.signal);
    default:
      return isEnding ? TaskRefusal.Ending : ofNode(plan, state, operation);
  }
}

function ofSignal(plan: TaskPlan, state: TaskState, signal: string): TaskRefusal | null {
  const isKnown = plan.nodes.some(
    ({ node }) => node.type === NodeType.Wait && "signal" in node.for && node.for.signal === signal,
  );
  if (!isKnown) return TaskRefusal.NoSuchSignal;
  return state.signals.includes(signal) ? TaskRefusal.SignalPending : null;
}

type OperationOnNode = Extract<TaskOperation, { readonly node: string }>;

function ofNode(plan: TaskPlan, state: TaskState, operation: OperationOnNode): TaskRefusal | null {
  const node = plan.byId.get(operation.node);
  if (node === undefined) return TaskRefusal.NoSuchNode;
  const at = nodeStateOf(state, node.id);
  if (operation.type === "approve") {
    if (at?.s !== NodeStatus.Waiting || node.node.type !== NodeType.Approval) return TaskRefusal.NotWaiting;
    return at.approvals?.includes(operation.by) === true ? TaskRefusal.AlreadyApproved : null;
  }
  if (at?.s === NodeStatus.Running) return TaskRefusal.NodeRunning;
  const hasFailed = at?.s === NodeStatus.Failed || at?.s === NodeStatus.Cancelled;
  if (operation.type === "retryNode") {
    const isBatch = "each" in node.node && node.node.each !== undefined;
    if (!hasFailed || (node.node.type === NodeType.Group && !isBatch)) return TaskRefusal.NodeNotFailed;
    const { items } = operation;
    return items === undefined || haveFailed(at?.batch, items) ? null : TaskRefusal.ItemNotFailed;
  }
  return (
    ofHand(plan, state, node, operation) ??
    (needsApproval(plan, state, node) ? TaskRefusal.NeedsApproval : null)
  );
}

function ofHand(
  plan: TaskPlan,
  state: TaskState,
  node: PlanNode,
  operation: OperationOnNode,
): TaskRefusal | null {
  if (operation.type === "runNode") return ofRun(plan, state, node);
  const status = nodeStateOf(state, node.id)?.s;
  const mayChange =
    status === NodeStatus.Failed ||
    status === NodeStatus.Cancelled ||
    status === NodeStatus.Blocked ||
    (!isDecided(status) && isReached(plan, state, node));
  if (!mayChange) return TaskRefusal.NodeNotOpen;
  return operation.type === "markNode" ? ofBranches(node, operation.branches ?? []) : null;
}

/** Jobs and tasks alone have runs. What is in a loop or a group that is over cannot go on there; what a node only starts, it starts once. */
function ofRun(plan: TaskPlan, state: TaskState, node: PlanNode): TaskRefusal | null {
  const { type, cleanup } = node.node;
  if ((type !== NodeType.Job && type !== NodeType.Task) || cleanup === true) return TaskRefusal.NoRunByHand;
  const isOpen = node.loops.every((loop) => loopStateOf(plan, state, loop).s === "open");
  const hasStarted = startsOnly(node.node) && nodeStateOf(state, node.id)?.s === NodeStatus.Succeeded;
  return isOpen && isReached(plan, state, node) && !hasStarted ? null : TaskRefusal.NodeNotOpen;
}

/** Whether the group around it, if any, is under way. */
function isReached(plan: TaskPlan, state: TaskState, { scope }: PlanNode): boolean {
  const group = plan.scopes[scope]?.group ?? null;
  return group === null || nodeStateOf(state, plan.nodes[group]?.id ?? "")?.s === NodeStatus.Running;
}

function ofBranches({ node }: PlanNode, branches: readonly string[]): TaskRefusal | null {
  const known = node.type === NodeType.Condition ? branchesOf(node) : [];
  return branches.every((branch) => known.includes(branch)) ? null : TaskRefusal.NoSuchBranch;
}

function branchesOf({
  branches,
  else: otherwise,
}: {
  readonly branches: readonly { readonly name: string }[];
  readonly else?: string;
}): readonly string[] {
  return [...branches.map(({ name }) => name), ...(otherwise === undefined ? [] : [otherwise])];
}
