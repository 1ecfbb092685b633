import {
  isDecided,
  NodeStatus,
  NodeType,
  type TaskOperation,
  TaskPhase,
  toRanges,
} from "@mojob/core/feature";
import type { PlanNode } from "../plan/task-plan.ts";
import { approve } from "./approval.ts";
import { endTask } from "./end-task.ts";
import { liftAfter } from "./lift.ts";
import type { Step } from "./step.ts";
import { succeed } from "./succeed.ts";
import { takeTime } from "./take-time.ts";

type NodeOperation = Extract<
  TaskOperation,
  { readonly type: "retryNode" | "runNode" | "skipNode" | "markNode" }
>;

/** Does what was asked for, which nothing speaks against. */
export function operate(step: Step, operation: TaskOperation): void {
  const { by } = operation;
  switch (operation.type) {
    case "cancel":
      endTask(step, { state: "Cancelled", code: "cancelled", cancels: true }, by);
      return;
    case "giveUp":
      endTask(step, { state: "Failed", code: "given_up", cancels: true }, by);
      return;
    case "pause":
      step.emit({ type: "paused" }, by);
      return;
    case "resume":
      step.emit({ type: "resumed" }, by);
      takeTime(step);
      return;
    case "edit": {
      const { path, value, reason } = operation;
      step.emit({ type: "edited", path, value, reason }, by);
      return;
    }
    case "migrate":
      step.emit({ type: "migrated", version: operation.version }, by);
      step.touchAll(step.plan.nodes.keys());
      return;
    case "signal":
      signal(step, operation.signal, by);
      return;
    case "approve": {
      const node = nodeOf(step, operation.node);
      if (node.node.type === NodeType.Approval) approve(step, node, node.node, operation);
      return;
    }
    default:
      operateOnNode(step, nodeOf(step, operation.node), operation);
  }
}

function operateOnNode(step: Step, node: PlanNode, operation: NodeOperation): void {
  const { by } = operation;
  liftAfter(step, node, by);
  if (operation.type === "skipNode") step.decide(node, NodeStatus.Skipped, {}, by);
  else if (operation.type === "markNode") {
    const { result, branches } = operation;
    const decision = { ...(result !== undefined && { result }), ...(branches !== undefined && { branches }) };
    succeed(step, node, decision, by);
  } else if (operation.type === "runNode") runByHand(step, node, by);
  else {
    const hadNone = step.stateOf(node)?.n === undefined;
    const n = step.numberOf(node) + (hadNone ? 0 : 1);
    const items = operation.type === "retryNode" ? operation.items : undefined;
    const some = items === undefined ? {} : { items: toRanges(items) };
    step.emit({ type: "retried", ...step.place(node), n, ...some }, by);
  }
  if (step.state.phase === TaskPhase.Held) step.emit({ type: "resumed" }, by);
}

/** One that has had a run has another one; it begins once there is a place for it. */
function runByHand(step: Step, node: PlanNode, by: string): void {
  const { s, n } = step.stateOf(node) ?? {};
  const place = { ...step.place(node), byHand: true as const };
  if (n === undefined || !isDecided(s)) step.emit({ type: "ready", ...place }, by);
  else step.emit({ type: "retried", ...place, n: n + 1 }, by);
}

/** Every node that waits for it goes on; where none does, the first that will. */
function signal(step: Step, name: string, by: string): void {
  const waiting = step.plan.nodes.filter(
    (node) =>
      step.statusOf(node) === NodeStatus.Waiting &&
      node.node.type === NodeType.Wait &&
      "signal" in node.node.for &&
      node.node.for.signal === name,
  );
  for (const node of waiting) succeed(step, node, {}, by);
  if (waiting.length === 0) step.emit({ type: "signalled", signal: name }, by);
}

function nodeOf(step: Step, id: string): PlanNode {
  return step.plan.byId.get(id) as PlanNode;
}
