import { isDecided, NodeStatus } from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";
import { loopStateOf, nodeStateOf } from "./read-state.ts";
import type { Step } from "./step.ts";

/** Lifts the decisions about nodes that did not run because of a node, once that has another end: they are judged again. */
export function liftAfter(step: Step, node: PlanNode, by: string): void {
  const { nodes, loops, groups } = new Lift(step.plan, step.state, node);
  if (nodes.size + loops.size + groups.size === 0) return;
  const ids = (indexes: Iterable<number>): readonly string[] =>
    [...indexes].map((index) => step.nodeAt(index).id);
  const headers = [...loops].map((loop) => step.plan.loops[loop]?.header ?? -1);
  step.emit({ type: "lifted", nodes: ids(nodes), loops: ids(headers), groups: ids(groups) }, by);
  step.touchAll(nodes);
  for (const loop of loops) step.touchedLoops.add(loop);
}

/** The nodes that depend on a node and have not run, and the loops and groups that ended with them. */
class Lift {
  readonly nodes: Set<number> = new Set();
  readonly loops: Set<number> = new Set();
  readonly groups: Set<number> = new Set();
  readonly #plan: TaskPlan;
  readonly #state: TaskState;

  constructor(plan: TaskPlan, state: TaskState, node: PlanNode) {
    this.#plan = plan;
    this.#state = state;
    const open = [node];
    for (let next = open.pop(); next !== undefined; next = open.pop()) open.push(...this.#after(next));
  }

  /** The nodes that are lifted next because of a node. */
  #after(node: PlanNode): readonly PlanNode[] {
    const outs = node.outs.filter(({ isBack }) => !isBack).map(({ to }) => to);
    const inside = this.#plan.scopeOfGroup.get(node.index);
    const members = inside === undefined ? [] : (this.#plan.scopes[inside]?.members ?? []);
    const behind = node.index === this.#plan.gate ? this.#plan.others : [];
    const targets = [...outs, ...this.#fromLoops(node), ...members, ...behind].filter((index) =>
      this.#isLifted(index),
    );
    for (const index of targets) this.nodes.add(index);
    return [...targets.map((index) => this.#plan.nodes[index] as PlanNode), ...this.#groupOf(node)];
  }

  /** A loop that is over is open again, because its visit goes on, and what follows it may begin. */
  #fromLoops({ loops }: PlanNode): readonly number[] {
    const over = loops.filter(
      (loop) => !this.loops.has(loop) && loopStateOf(this.#plan, this.#state, loop).s !== "open",
    );
    for (const loop of over) this.loops.add(loop);
    return over.flatMap((loop) => this.#plan.loops[loop]?.exits.map(({ to }) => to) ?? []);
  }

  #groupOf({ scope }: PlanNode): readonly PlanNode[] {
    const group = this.#plan.scopes[scope]?.group ?? null;
    if (group === null || this.groups.has(group) || this.nodes.has(group)) return [];
    const node = this.#plan.nodes[group] as PlanNode;
    if (!isDecided(nodeStateOf(this.#state, node.id)?.s)) return [];
    this.groups.add(group);
    return [node];
  }

  #isLifted(index: number): boolean {
    const state = nodeStateOf(this.#state, this.#plan.nodes[index]?.id ?? "");
    if (state === undefined || this.nodes.has(index) || state.byHand === true) return false;
    return state.s === NodeStatus.Blocked || state.s === NodeStatus.Skipped;
  }
}
