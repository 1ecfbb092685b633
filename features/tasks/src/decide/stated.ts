import type { JsonValue } from "@mojob/core";
import { type ApprovalBranch, NodeStatus, NodeType } from "@mojob/core/feature";
import type { PlanNode } from "../plan/task-plan.ts";
import { UNKNOWN } from "../unknown-value.ts";
import { takeBranch } from "./approval.ts";
import type { Step } from "./step.ts";
import { succeed } from "./succeed.ts";
import { timeOut } from "./wait.ts";

export interface StatedNode {
  /** Whether something is said of this very node, so that its own condition to be left out is not looked at. */
  readonly isSure: boolean;
  /** How it ends without a run, or the branches that it takes. @default it begins */
  readonly end?: "Succeeded" | "Failed" | "Skipped" | readonly string[];
}

/** What a simulation says in place of people, times and values that only a run would have. */
export interface Stated {
  /** What is said of a node that is to begin. */
  nodeOf(node: PlanNode, visit: string): StatedNode;
  /** The items of a batch; `null` where its expression says. */
  itemsOf(node: PlanNode, visit: string): readonly JsonValue[] | null;
  /** Takes note of a node that cannot be decided because of a value; `null`: the end of the task. */
  noteUnknown(node: PlanNode | null): void;
}

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
