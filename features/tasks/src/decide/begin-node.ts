import type { RunNodeBase } from "@mojob/core/engine";
import { NodeStatus, NodeType } from "@mojob/core/feature";
import type { PlanNode } from "../plan/task-plan.ts";
import { beginApproval } from "./approval.ts";
import { attempt } from "./attempt.ts";
import { beginBatch } from "./batch.ts";
import { beginCondition } from "./condition.ts";
import { endAsStated } from "./end-as-stated.ts";
import { beginGroup } from "./group.ts";
import { holdsIn } from "./evaluate.ts";
import { beginRun } from "./run.ts";
import type { Step } from "./step.ts";
import { beginWait } from "./wait.ts";

/** Begins a node whose join lets it go; one whose expressions have no value has failed. */
export function beginNode(step: Step, node: PlanNode): void {
  attempt(step, node, () => {
    const { skipWhen } = node.node;
    const stated = step.stated?.nodeOf(node, step.place(node).visit) ?? null;
    const isAsked = step.stateOf(node)?.byHand === true || stated?.isSure === true;
    if (skipWhen !== undefined && !isAsked && holdsIn(step, skipWhen, { node }))
      step.decide(node, NodeStatus.Skipped);
    else if (stated?.end !== undefined) endAsStated(step, node, stated.end);
    else beginType(step, node);
  });
}

/** Whether it takes one of the task's places while it is under way. */
export function takesPlace({ node }: PlanNode): boolean {
  return "each" in node || node.type === NodeType.Job || node.type === NodeType.Task;
}

function beginType(step: Step, node: PlanNode): void {
  const { node: body } = node;
  switch (body.type) {
    case NodeType.Condition:
      beginCondition(step, node, body);
      return;
    case NodeType.Wait:
      beginWait(step, node, body);
      return;
    case NodeType.Approval:
      beginApproval(step, node, body);
      return;
    case NodeType.Job:
    case NodeType.Task:
    case NodeType.Group:
      beginExecuted(step, node, body);
  }
}

function beginExecuted(step: Step, node: PlanNode, body: RunNodeBase): void {
  if (body.each !== undefined) beginBatch(step, node, { ...body, each: body.each });
  else if (node.node.type === NodeType.Group) beginGroup(step, node);
  else beginRun(step, node, body);
}
