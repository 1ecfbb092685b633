import { EdgeCondition, NodeStatus } from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import type { GraphEdge } from "../plan/graph/task-graph.ts";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";
import { edgeValue } from "./edge-value.ts";
import { loopStateOf, nodeStateOf } from "./read-state.ts";

/** Whether something in the graph took care of a failure. */
export type Handling = "handled" | "open" | "unhandled";

const BEGUN: ReadonlySet<NodeStatus> = new Set([
  NodeStatus.Running,
  NodeStatus.Waiting,
  NodeStatus.Succeeded,
  NodeStatus.Failed,
]);

/** The effect of an edge on the failure of the node it comes from. */
type Effect = "handler" | "open" | "none" | { readonly blocked: number };

/**
 * Failures, and whether they count. One counts until a node ran because of it (on an edge that handles it), or until
 * everything that it blocked is handled; it never counts less because another way succeeded.
 */
export class Failures {
  readonly #plan: TaskPlan;
  readonly #state: TaskState;
  /** Only what is in this loop counts, whose visit is over; `null` for everything. */
  readonly #visitOf: number | null;
  readonly #known = new Map<number, Handling>();

  constructor(plan: TaskPlan, state: TaskState, visitOf: number | null = null) {
    this.#plan = plan;
    this.#state = state;
    this.#visitOf = visitOf;
  }

  /** The nodes among these that failed, so that nothing can take care of it any more. */
  unhandledOf(nodes: readonly number[]): readonly string[] {
    return nodes
      .map((index) => this.#plan.nodes[index] as PlanNode)
      .filter((node) => this.#hasFailed(node) && this.handlingOf(node.index) === "unhandled")
      .map(({ id }) => id);
  }

  handlingOf(index: number): Handling {
    const known = this.#known.get(index);
    if (known !== undefined) return known;
    // No node blocks itself, so this is not read.
    this.#known.set(index, "open");
    const handling = this.#judge(index);
    this.#known.set(index, handling);
    return handling;
  }

  #judge(index: number): Handling {
    const node = this.#plan.nodes[index] as PlanNode;
    if ((this.#badVisitsOf(node) ?? 0) > 0) return "unhandled";
    const effects = node.outs.map((edge) => this.#effectOf(edge));
    if (effects.includes("handler")) return "handled";
    if (effects.includes("open")) return "open";
    const blocked = effects.flatMap((effect) => (typeof effect === "object" ? [effect.blocked] : []));
    if (blocked.length === 0) return "unhandled";
    const handlings = blocked.map((one) => this.handlingOf(one));
    if (handlings.includes("unhandled")) return "unhandled";
    return handlings.includes("open") ? "open" : "handled";
  }

  #effectOf(edge: GraphEdge): Effect {
    const { to, on, handles, isBack, leaves } = edge;
    if (this.#visitOf !== null && (isBack || this.#leavesVisit(edge))) return "none";
    if (isBack || leaves !== null) {
      const loop = isBack ? (this.#plan.nodes[to]?.heads ?? null) : leaves;
      const { s } = loopStateOf(this.#plan, this.#state, loop ?? -1);
      if (s === "open") return "open";
      if (isBack) return s === "failed" && this.#fails(edge) ? { blocked: to } : "none";
    }
    if (on !== EdgeCondition.Ok && !handles) return "none";
    const status = nodeStateOf(this.#state, this.#plan.nodes[to]?.id ?? "")?.s;
    if (status === undefined || status === NodeStatus.Ready) {
      return on === EdgeCondition.Ok && !this.#fails(edge) ? "none" : "open";
    }
    if (on !== EdgeCondition.Ok) return BEGUN.has(status) ? "handler" : "none";
    return status === NodeStatus.Blocked && this.#fails(edge) ? { blocked: to } : "none";
  }

  #leavesVisit({ to }: GraphEdge): boolean {
    return this.#visitOf !== null && this.#plan.nodes[to]?.loops.includes(this.#visitOf) === false;
  }

  #fails(edge: GraphEdge): boolean {
    return edgeValue(this.#plan, this.#state, edge) === "failed";
  }

  #hasFailed(node: PlanNode): boolean {
    const bad = this.#badVisitsOf(node);
    // The failures of earlier visits are those of other nodes: that their loop may fail says nothing of them.
    if (node.node.allowFailure === true) return bad !== null && bad > 0;
    if (bad !== null) return true;
    const status = nodeStateOf(this.#state, node.id)?.s;
    return status === NodeStatus.Failed || status === NodeStatus.Cancelled;
  }

  /** How many failures of earlier visits count against a loop's header; `null` where the loop did not fail in any way. */
  #badVisitsOf({ heads }: PlanNode): number | null {
    if (heads === null || heads === this.#visitOf) return null;
    const { s, bad } = loopStateOf(this.#plan, this.#state, heads);
    return s === "failed" || bad > 0 ? bad : null;
  }
}
