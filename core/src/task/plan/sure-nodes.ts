import { EdgeCondition, type Join, NamedJoin } from "../body/task-body.ts";
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

/** What is known of a node before anything runs. */
interface Known {
  /** Those that come before it, whether or not they run. */
  readonly before: NodeSet;
  /** Those of them that have run when it begins. */
  readonly sure: NodeSet;
  /** Whether it may be left out although nothing failed. */
  readonly maySkip: boolean;
}

/** What a graph alone says of who has run before whom: nodes of an earlier visit of a loop do not count. */
export class SureNodes {
  readonly #graph: TaskGraph;
  readonly #known = new Map<number, Known>();
  /** The list in each group that is no batch, by the group's index: a batch has its nodes in tasks of their own. */
  readonly #lists: ReadonlyMap<number, readonly number[]>;

  constructor(graph: TaskGraph) {
    this.#graph = graph;
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

  #learn(index: number, around: Known | null): Known {
    const { node, ins } = this.#nodeAt(index);
    const edges = ins.filter(({ isBack }) => !isBack);
    const { join = NamedJoin.Live, skipWhen } = node;
    const before = this.#set(...(around === null ? [] : [around.before]));
    for (const { from } of edges) this.#addInside(before.addAll(this.#knownOf(from).before), from);
    const sure = this.#set(...(around === null ? [] : [around.sure])).addAll(this.#sureBy(join, edges));
    const dead = edges.filter((edge) => this.#mayBeDead(edge)).length;
    const needed = neededBy(join, edges.length);
    return { before, sure, maySkip: skipWhen !== undefined || edges.length - dead < needed };
  }

  /** Those that have run where the join lets a node begin. */
  #sureBy(join: Join, edges: readonly GraphEdge[]): NodeSet {
    if (join === NamedJoin.Done) return this.#roots(edges.map(({ from }) => from));
    const ran = edges.map((edge) => this.#ranFor(edge));
    if (join === NamedJoin.All) return this.#set(...ran);
    const [first, ...others] = ran;
    if (first === undefined) return this.#set();
    // At least one edge is taken.
    const sure = others.reduce((common, one) => common.keepCommon(one), this.#set(first));
    if (join !== NamedJoin.Live) return sure;
    return this.#set(sure, ...ran.filter((_, place) => !this.#mayBeDead(edges[place] as GraphEdge)));
  }

  /** Those that have run where the edge is taken. */
  #ranFor({ from, on }: GraphEdge): NodeSet {
    // A node that never began counts as failed too.
    if (on !== EdgeCondition.Ok) return this.#roots([from]);
    const ran = this.#set(this.#knownOf(from).sure).add(from);
    return this.#lists.has(from) ? ran.addAll(this.#surelyIn(from)) : ran;
  }

  /** Whether the edge may count for nothing although nothing failed. */
  #mayBeDead({ from, on, branch }: GraphEdge): boolean {
    return on !== EdgeCondition.Ok || branch !== null || this.#knownOf(from).maySkip;
  }

  /** Of these, the ones that run whatever happens around them. */
  #roots(indexes: readonly number[]): NodeSet {
    const roots = this.#set();
    for (const index of indexes) {
      const { node, ins } = this.#nodeAt(index);
      if (node.skipWhen === undefined && ins.every(({ isBack }) => isBack)) roots.add(index);
    }
    return roots;
  }

  /** What has run in a group that ended ok: its roots, because a failure in it may have been handled. */
  #surelyIn(index: number): NodeSet {
    const members = this.#lists.get(index) ?? [];
    const roots = this.#roots(members);
    for (const one of members) if (roots.has(one) && this.#lists.has(one)) roots.addAll(this.#surelyIn(one));
    return roots;
  }

  #addInside(set: NodeSet, index: number): void {
    set.add(index);
    for (const one of this.#lists.get(index) ?? []) this.#addInside(set, one);
  }

  #knownOf(index: number): Known {
    return this.#known.get(index) ?? { before: this.#set(), sure: this.#set(), maySkip: true };
  }

  #nodeAt(index: number): GraphNode {
    return this.#graph.nodes[index] as GraphNode;
  }

  #set(...sets: readonly NodeSet[]): NodeSet {
    const all = new NodeSet(this.#graph.nodes.length);
    for (const set of sets) all.addAll(set);
    return all;
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

/** The nodes of one list, each after those it follows; those in cycles last. */
function inOrder({ nodes }: TaskGraph, members: readonly number[]): readonly number[] {
  const left = new Map(
    members.map((index) => [index, nodes[index]?.ins.filter(({ isBack }) => !isBack).length ?? 0]),
  );
  const ready = members.filter((index) => left.get(index) === 0);
  for (const index of ready) {
    for (const { to, isBack } of nodes[index]?.outs ?? []) {
      if (isBack) continue;
      left.set(to, (left.get(to) ?? 0) - 1);
      if (left.get(to) === 0) ready.push(to);
    }
  }
  return ready;
}
