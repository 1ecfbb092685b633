import { NodeStatus, startsOnly } from "@mojob/core/feature";
import { canonicalJson, jsonOf } from "@mojob/core/ports";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";

/**
 * Whether the end of a node in one version of a task is that of the node with its id in another one: it is of the same type, in the same
 * loops and the same group. What it executes may differ. One that did not run has to have the same ways to it, too.
 */
export function isStillTheSame(plan: TaskPlan, ranBy: TaskPlan, node: PlanNode, status: NodeStatus): boolean {
  if (plan === ranBy) return true;
  const before = ranBy.byId.get(node.id);
  if (before === undefined) return false;
  const hasRun = status === NodeStatus.Succeeded || status === NodeStatus.Failed;
  return placeOf(plan, node, hasRun) === placeOf(ranBy, before, hasRun);
}

function placeOf(plan: TaskPlan, { node, loops, scope }: PlanNode, hasRun: boolean): string {
  const { type, pre = [], join = null, skipWhen = null } = node;
  const idOf = (index: number | undefined | null): string | null => plan.nodes[index ?? -1]?.id ?? null;
  return canonicalJson(
    jsonOf({
      type,
      isBatch: "each" in node && node.each !== undefined,
      startsOnly: startsOnly(node),
      loops: loops.map((loop) => idOf(plan.loops[loop]?.header)),
      group: idOf(plan.scopes[scope]?.group),
      ...(!hasRun && { pre, join, skipWhen }),
    }),
  );
}
