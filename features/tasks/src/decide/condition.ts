import type { ConditionNode } from "@mojob/core/engine";
import { NodeStatus } from "@mojob/core/feature";
import type { PlanNode } from "../plan/task-plan.ts";
import { holdsIn } from "./evaluate.ts";
import type { Step } from "./step.ts";
import { succeed } from "./succeed.ts";

/** Takes the first branch that holds, or all of them; without any it fails. */
export function beginCondition(step: Step, node: PlanNode, body: ConditionNode): void {
  const taken: string[] = [];
  for (const { name, when } of body.branches) {
    if (!holdsIn(step, when, { node })) continue;
    taken.push(name);
    if (body.all !== true) break;
  }
  if (taken.length === 0 && body.else !== undefined) taken.push(body.else);
  if (taken.length === 0) step.decide(node, NodeStatus.Failed, { code: "no_branch" });
  else succeed(step, node, { branches: taken });
}
