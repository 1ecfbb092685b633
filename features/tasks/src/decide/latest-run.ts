import { type LastVisit, type NodeState, NodeStatus } from "@mojob/core/feature";
import type { PlanNode } from "../plan/task-plan.ts";
import type { Step } from "./step.ts";

const RAN: ReadonlySet<NodeStatus> = new Set([NodeStatus.Succeeded, NodeStatus.Failed, NodeStatus.Cancelled]);

/** A node as the latest visit left it in which it ran; `null` where it never did. */
export function latestRun(step: Step, node: PlanNode): LastVisit | null {
  const state = step.stateOf(node);
  if (state !== undefined && RAN.has(state.s)) return { visit: step.place(node).visit, state };
  return fromLoops(step, node, node.loops);
}

/** A node as another one sees it, and the visit of that where it is not the current one. */
export interface SeenNode {
  readonly state?: NodeState;
  readonly visit?: string;
}

/**
 * The state of a node that an expression sees. The condition of a loop sees the visit before, until the node is reached again; a node that
 * reads itself, or a node that need not end before it in its visit, sees the latest visit before in which that ran; a node behind a loop
 * sees the latest run of a node that the last visit, which only left the loop, skipped.
 */
export function seenBy(step: Step, reader: PlanNode | null, name: string): SeenNode {
  const node = step.plan.byId.get(name);
  if (node === undefined) return {};
  const before = reader === null ? [] : step.plan.carried.loopsOf(reader, node);
  if (before.length > 0) return fromLoops(step, node, before) ?? {};
  const state = step.stateOf(node);
  const own: SeenNode = state === undefined ? {} : { state };
  const heads = reader?.heads ?? null;
  if (heads !== null && node.loops.includes(heads))
    return state === undefined ? (ofVisitBefore(step, node, heads) ?? own) : own;
  const isLeftOut = state?.s === NodeStatus.Skipped && state.byHand !== true;
  if (state !== undefined && !isLeftOut) return own;
  const left = node.loops.filter((loop) => reader === null || !reader.loops.includes(loop));
  return fromLoops(step, node, left) ?? own;
}

function ofVisitBefore(step: Step, node: PlanNode, loop: number): LastVisit | null {
  const last = fromLoops(step, node, [loop]);
  const number = last?.visit.split(".")[node.loops.indexOf(loop)];
  return Number(number) === step.loopState(loop).visit - 1 ? last : null;
}

/** From the innermost loop that knows of it. */
function fromLoops(step: Step, { id }: PlanNode, loops: readonly number[]): LastVisit | null {
  for (const loop of loops.toReversed()) {
    const { last = {} } = step.loopState(loop);
    if (Object.hasOwn(last, id)) return last[id] ?? null;
  }
  return null;
}
