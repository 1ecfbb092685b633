import { type ApprovalBranch, NodeStatus, NodeType } from "@mojob/core/feature";
import type { PlanNode } from "../plan/task-plan.ts";
import { UNKNOWN } from "../unknown-value.ts";
import { takeBranch } from "./approval.ts";
import type { StatedNode } from "./stated.ts";
import type { Step } from "./step.ts";
import { succeed } from "./succeed.ts";
import { timeOut } from "./wait.ts";

/** Decides a node that would wait, or would look at values, by what is said of it. */
export function endAsStated(step: Step, node: PlanNode, end: NonNullable<StatedNode["end"]>): void {
  const { node: body } = node;
  if (end === NodeStatus.Skipped) step.decide(node, end);
  else if (body.type === NodeType.Approval)
    takeBranch(step, node, end[0] as ApprovalBranch, { result: UNKNOWN });
  else if (body.type === NodeType.Wait && end === NodeStatus.Failed) timeOut(step, node, body);
  else if (end === NodeStatus.Failed) step.decide(node, end, { code: "no_branch" });
  else succeed(step, node, end === NodeStatus.Succeeded ? {} : { branches: end });
}
