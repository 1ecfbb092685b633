import { EdgeCondition, type Join, NamedJoin } from "@mojob/core/feature";
import { inOrder } from "./in-order.ts";
import { NodeSet } from "./node-set.ts";
import type { GraphEdge, GraphNode, TaskGraph } from "./task-graph.ts";

/** Whether a node has run when another one begins. */
export const Before = {
  Surely: "surely",
  /** It may have been skipped or blocked, or may not have ended yet. */
  Maybe: "maybe",
  /** It begins later, or apart from the other. */
  Never: "never",
} as const;
export type Before = (typeof Before)[keyof typeof Before];

/** The known facts of a node before anything runs. */
interface Known {
  /** The nodes that come before it, whether or not they run. */
  readonly before: NodeSet;
  /** The nodes of `before` that have run when it begins. */
  readonly sure: NodeSet;
  /** Whether it may be left out of its list although nothing failed. */
  readonly maySkip: boolean;
}

/** Derives from a graph alone which nodes have run before which: nodes of an earlier visit of a loop do not count. */
export class SureNodes {
  readonly #graph: TaskGraph;
  readonly #known = new Map<number, Known>();
  /** The list in each group that is no batch, by the group's index: a batch has its nodes in tasks of their own. */
  readonly #lists: ReadonlyMap<number, readonly number[]>;

  /** Reused for what is compared. */
  readonly #common: NodeSet;
  readonly #ran: NodeSet;

  constructor(graph: TaskGraph) {
    this.#graph = graph;
    this.#common = this.#newSet();
    this.#ran = this.#newSet();
    this.#lists = new Map(
      graph.scopes.flatMap(({ group, members }) =>
        group === null || isBatch(this.#nodeAt(group)) ? [] : [[group, members]],
      ),
    );
    // A group stands before what is in it.
    for (const { members, group } of graph.scopes) {
      const around = group === null ? null : (this.#known.get(group) ?? null);
      for (const index of inOrder(graph, members)) this.#known.set(index, this.#learn(index, around));
    }
  }

  /** Whether `other` has run when `node` begins. */
  before(node: number, other: number): Before {
    const known = this.#known.get(node);
    if (known?.sure.has(other) === true) return Before.Surely;
    return known?.before.has(other) === true ? Before.Maybe : Before.Never;
  }

  /** Whether a node may be left out of its task although nothing failed. */
  maySkip(node: number): boolean {
    const group = this.#graph.scopes[this.#nodeAt(node).scope]?.group ?? null;
    return this.#maySkipInList(node) || (group !== null && this.maySkip(group));
  }

  /** Whether a node belongs to a task of its own, as those of batches do. */
  isApart(node: number): boolean {
    return this.batchAround(node) !== null;
  }

  /** The group whose items' tasks a node belongs to; `null` where it belongs to the task itself. */
  batchAround(node: number): number | null {
    const group = this.#graph.scopes[this.#nodeAt(node).scope]?.group ?? null;
    return group === null || !this.#lists.has(group) ? group : this.batchAround(group);
  }

  #maySkipInList(node: number): boolean {
    return this.#known.get(node)?.maySkip ?? true;
  }

  #learn(index: number, around: Known | null): Known {
    const { node, ins } = this.#nodeAt(index);
    const edges = ins.filter(({ isBack }) => !isBack);
    const { join = NamedJoin.Live, skipWhen } = node;
    const [before, sure] = [this.#newSet(), this.#newSet()];
    if (around !== null) {
      before.addAll(around.before);
      sure.addAll(around.sure);
    }
    let dead = 0;
    for (const edge of edges) {
      const known = this.#known.get(edge.from);
      if (known !== undefined) before.addAll(known.before);
      this.#addInside(before, edge.from);
      // A node that follows a loop follows all of it.
      if (edge.leaves !== null)
        for (const one of this.#graph.loops[edge.leaves]?.members ?? []) this.#addInside(before, one);
      if (this.#mayBeDead(edge)) dead += 1;
    }
    this.#addSureBy(sure, join, edges, dead);
    const maySkip = skipWhen !== undefined || edges.length - dead < neededBy(join, edges.length);
    return { before, sure, maySkip };
  }

  /** Adds those that have run where the join lets a node begin. */
  #addSureBy(sure: NodeSet, join: Join, edges: readonly GraphEdge[], dead: number): void {
    if (join === NamedJoin.Done) {
      for (const { from } of edges) this.#addRoot(sure, from);
    } else if (join === NamedJoin.All || (join === NamedJoin.Live && dead === 0)) {
      for (const edge of edges) this.#addRanFor(sure, edge);
    } else if (edges.length > 0) this.#addCommon(sure, join, edges);
  }

  /** Adds those that have run whichever of these edges is taken: at least one is. */
  #addCommon(sure: NodeSet, join: Join, edges: readonly GraphEdge[]): void {
    const [common, ran] = [this.#common, this.#ran];
    for (const [place, edge] of edges.entries()) {
      this.#addRanFor(ran.clear(), edge);
      if (place === 0) common.clear().addAll(ran);
      else common.keepCommon(ran);
      if (join === NamedJoin.Live && !this.#mayBeDead(edge)) sure.addAll(ran);
    }
    sure.addAll(common);
  }

  /** Adds those that have run where the edge is taken. */
  #addRanFor(set: NodeSet, { from, on }: GraphEdge): void {
    // A node that never began counts as failed too.
    if (on !== EdgeCondition.Ok) {
      this.#addRoot(set, from);
      return;
    }
    const known = this.#known.get(from);
    if (known !== undefined) set.addAll(known.sure);
    set.add(from);
    this.#addSurelyIn(set, from);
  }

  /** Whether the edge may count for nothing although nothing failed. */
  #mayBeDead({ from, on, branch }: GraphEdge): boolean {
    return on !== EdgeCondition.Ok || branch !== null || this.#maySkipInList(from);
  }

  /** Adds a node that runs whatever happens around it. Returns whether it does. */
  #addRoot(set: NodeSet, index: number): boolean {
    const { node, ins } = this.#nodeAt(index);
    const isRoot = node.skipWhen === undefined && ins.every(({ isBack }) => isBack);
    if (isRoot) set.add(index);
    return isRoot;
  }

  /** Adds what has run in a group that ended ok: its roots, because a failure in it may have been handled. */
  #addSurelyIn(set: NodeSet, index: number): void {
    for (const one of this.#lists.get(index) ?? []) if (this.#addRoot(set, one)) this.#addSurelyIn(set, one);
  }

  #addInside(set: NodeSet, index: number): void {
    set.add(index);
    for (const one of this.#lists.get(index) ?? []) this.#addInside(set, one);
  }

  #nodeAt(index: number): GraphNode {
    return this.#graph.nodes[index] as GraphNode;
  }

  #newSet(): NodeSet {
    return new NodeSet(this.#graph.nodes.length);
  }
}

/** How many of its edges have to be taken. */
function neededBy(join: Join, edges: number): number {
  if (typeof join === "object") return edges === 0 ? 0 : join.min;
  return join === NamedJoin.All ? edges : Math.min(edges, 1);
}

function isBatch({ node }: GraphNode): boolean {
  return "each" in node && node.each !== undefined;
}
