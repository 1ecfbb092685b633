import { isDecided, type LoopState, type NodeState } from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";

type Read = Pick<TaskState, "nodes" | "loops">;

const FIRST_VISIT: LoopState = { visit: 1, s: "open", bad: 0 };

export function nodeStateOf({ nodes }: Pick<TaskState, "nodes">, id: string): NodeState | undefined {
  return Object.hasOwn(nodes, id) ? nodes[id] : undefined;
}

export function loopStateOf(plan: TaskPlan, { loops }: Pick<TaskState, "loops">, loop: number): LoopState {
  const id = plan.nodes[plan.loops[loop]?.header ?? -1]?.id ?? "";
  return (Object.hasOwn(loops, id) ? loops[id] : undefined) ?? FIRST_VISIT;
}

/** The visits of the loops around a node, as `2.3`; empty where it is in none. */
export function visitOf(plan: TaskPlan, state: Pick<TaskState, "loops">, { loops }: PlanNode): string {
  return loops.map((loop) => loopStateOf(plan, state, loop).visit).join(".");
}

/** Whether nothing more can happen to a node in this visit; one that heads a loop, once the loop is over. */
export function isSettled(
  plan: TaskPlan,
  state: Read,
  node: PlanNode,
  unlessOf: number | null = null,
): boolean {
  if (!isDecided(nodeStateOf(state, node.id)?.s)) return false;
  return node.heads === null || node.heads === unlessOf || loopStateOf(plan, state, node.heads).s !== "open";
}

/** Whether all of these nodes are settled; the last are looked at first, because they are decided last. */
export function areSettled(
  plan: TaskPlan,
  state: Read,
  nodes: readonly number[],
  unlessOf: number | null = null,
): boolean {
  for (let place = nodes.length - 1; place >= 0; place -= 1)
    if (!isSettled(plan, state, plan.nodes[nodes[place] as number] as PlanNode, unlessOf)) return false;
  return true;
}
