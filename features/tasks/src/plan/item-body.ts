import type { TaskBody } from "@mojob/core/engine";
import { NodeType, OnFailure, TASK_ENGINE } from "@mojob/core/feature";
import type { TaskPlan } from "./task-plan.ts";

/**
 * The task that is executed for each item of a group with `each`: the group's nodes, of which one that fails is the item's
 * failure. `null` for a node that is no such group.
 * @example
 * ```ts
 * const plan = compileTask(itemBody(parentPlan, "box"));
 * ```
 */
export function itemBody({ body, byId }: TaskPlan, group: string): TaskBody | null {
  const node = byId.get(group)?.node;
  if (node?.type !== NodeType.Group || node.each === undefined) return null;
  const { maxParallel, cleanupTimeoutMs } = body;
  return {
    engine: TASK_ENGINE,
    nodes: node.nodes,
    ...(node.results !== undefined && { results: node.results }),
    onFailure: OnFailure.Continue,
    ...(maxParallel !== undefined && { maxParallel }),
    ...(cleanupTimeoutMs !== undefined && { cleanupTimeoutMs }),
  };
}
