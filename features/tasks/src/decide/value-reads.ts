import type { TaskNode } from "@mojob/core/engine";
import { NodeType, type PathExpression } from "@mojob/core/feature";
import { expressionsIn } from "../plan/graph/expression-texts.ts";
import { flatNodes } from "../plan/flat-nodes.ts";
import type { TaskPlan } from "../plan/task-plan.ts";

/** Where a part of a body reads a value. */
export interface ValueRead {
  /** The member that the expression is, such as `when`; of a parameter `params`. */
  readonly as: string;
  /** The name of the parameter. */
  readonly param: string | null;
}

/**
 * The expressions of a part of a body that read a value, or a part or the whole around it.
 * @example
 * ```ts
 * readsOf(plan, plan.byId.get("send").node, ["VARS", "day"]); // [{ as: "params", param: "date" }]
 * ```
 */
export function readsOf(
  plan: Pick<TaskPlan, "expressions">,
  part: unknown,
  path: readonly string[],
): readonly ValueRead[] {
  return expressionsIn(part, "").flatMap(({ pointer, text, param }) => {
    const { references } = plan.expressions.get(text);
    if (!references.some((reference) => isOver(reference.path, path))) return [];
    return [{ as: param === null ? memberAt(pointer) : "params", param }];
  });
}

/** Expressions that a node writes into variables go by the name of the list. */
function memberAt(pointer: string): string {
  return pointer.startsWith("/vars/") ? "vars" : pointer.slice(pointer.lastIndexOf("/") + 1);
}

/** Whether one of the two is the other, or in it. What is chosen by its place, or all of a batch, may be it. */
function isOver({ root, steps }: PathExpression, [first, ...names]: readonly string[]): boolean {
  if (root !== first) return false;
  const most = Math.min(steps.length, names.length);
  for (let place = 0; place < most; place += 1) {
    const step = steps[place];
    if (step?.type === "name" && step.name !== names[place]) return false;
    if (step?.type !== "name" && root === "JOB" && place === 1 && !/^\d+$/.test(names[place] ?? ""))
      return true;
  }
  return true;
}

/** The nodes of a group that is executed for each item: they are in no plan but that of an item. */
export function innerNodes(node: TaskNode): readonly TaskNode[] {
  return node.type === NodeType.Group && node.each !== undefined ? flatNodes(node.nodes) : [];
}
