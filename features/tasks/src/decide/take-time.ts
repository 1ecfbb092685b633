import { NodeStatus, NodeType, TaskPhase } from "@mojob/core/feature";
import type { PlanNode } from "../plan/task-plan.ts";
import { endApproval } from "./approval.ts";
import { attempt } from "./attempt.ts";
import { endTask } from "./end-task.ts";
import type { Step } from "./step.ts";
import { endWait } from "./wait.ts";

/** Goes on with whatever is due; while a task is paused that waits until it is resumed. */
export function takeTime(step: Step): void {
  const { phase, holdUntil } = step.state;
  if (phase === TaskPhase.Paused) return;
  if (holdUntil !== undefined && holdUntil <= step.at) {
    endTask(step, { state: "Failed", code: "held_too_long", cancels: true });
    return;
  }
  for (const node of step.plan.nodes) {
    const dueAt = step.stateOf(node)?.dueAt;
    if (dueAt !== undefined && dueAt <= step.at) attempt(step, node, () => takeDue(step, node));
  }
}

function takeDue(step: Step, node: PlanNode): void {
  const state = step.stateOf(node);
  if (state?.s === NodeStatus.Running) step.emit({ type: "endAskedOf", ...step.place(node) });
  else if (state?.why !== "wait") step.candidates.add(node.index);
  else if (node.node.type === NodeType.Wait) endWait(step, node, node.node);
  else if (node.node.type === NodeType.Approval) endApproval(step, node, node.node);
}
