import type { Pre, TaskNode } from "@mojob/core/engine";
import { EdgeCondition, NodeType } from "@mojob/core/feature";
import { findLoops, type LoopProblem } from "./find-loops.ts";

/** A way from one node to another, by their indexes. */
export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly on: EdgeCondition;
  readonly branch: string | null;
  /** Whether a failure that leads on by it is handled by the node that begins then. */
  readonly handles: boolean;
  /** Whether it leads back to the head of a loop. */
  readonly isBack: boolean;
  /** The outermost loop that it leaves, whose end it waits for; `null` where it leaves none. */
  readonly leaves: number | null;
}

export interface GraphNode {
  readonly index: number;
  readonly node: TaskNode;
  /** A JSON Pointer into the body. */
  readonly pointer: string;
  /** The list it is in. */
  readonly scope: number;
  /** The loops it is in, the outermost first; those around its groups are among them. */
  readonly loops: readonly number[];
  readonly ins: readonly GraphEdge[];
  readonly outs: readonly GraphEdge[];
}

/** A list of nodes: those of the task, or of a group. */
export interface GraphScope {
  /** The node that is the group; `null` for the task itself. */
  readonly group: number | null;
  readonly members: readonly number[];
}

export interface GraphLoop {
  /** The condition through which alone it is entered. */
  readonly header: number;
  /** Nodes of the header's own list; what is in groups among them belongs to it too. */
  readonly members: readonly number[];
  /** The next loop around it; `null` where none is. */
  readonly outer: number | null;
}

/** Nodes and edges as a body says them, by indexes. */
export interface TaskGraph {
  readonly nodes: readonly GraphNode[];
  readonly scopes: readonly GraphScope[];
  readonly loops: readonly GraphLoop[];
  /** The problems of its ways back; loops are those that could be found nevertheless. */
  readonly problems: readonly LoopProblem[];
}

export interface ReadGraphOptions {
  /** Whether the nodes of batches are read too, which run as tasks of their own. @default false */
  readonly intoBatches?: boolean;
}

/** Reads a graph in a time that grows with its nodes and edges; edges from nodes that are not there are left out. */
export function readGraph(
  nodes: readonly TaskNode[],
  { intoBatches = false }: ReadGraphOptions = {},
): TaskGraph {
  const reader = new GraphReader(intoBatches);
  reader.read(nodes, { group: null, pointer: "/nodes", loops: [] });
  return reader.graph();
}

type DraftEdge = Pick<GraphEdge, "from" | "to" | "on" | "branch" | "handles">;

interface ListPlace {
  readonly group: number | null;
  readonly pointer: string;
  readonly loops: readonly number[];
}

interface Draft {
  readonly index: number;
  readonly node: TaskNode;
  readonly pointer: string;
  readonly scope: number;
  loops: readonly number[];
  readonly ins: GraphEdge[];
  readonly outs: GraphEdge[];
}

class GraphReader {
  readonly #intoBatches: boolean;
  readonly #nodes: Draft[] = [];
  readonly #scopes: GraphScope[] = [];
  readonly #loops: GraphLoop[] = [];
  readonly #problems: LoopProblem[] = [];

  constructor(intoBatches: boolean) {
    this.#intoBatches = intoBatches;
  }

  graph(): TaskGraph {
    return { nodes: this.#nodes, scopes: this.#scopes, loops: this.#loops, problems: this.#problems };
  }

  read(list: readonly TaskNode[], { group, pointer, loops }: ListPlace): void {
    const scope = this.#scopes.length;
    const first = this.#nodes.length;
    const members = list.map((node, place) => {
      const index = first + place;
      this.#nodes.push({ index, node, pointer: `${pointer}/${place}`, scope, loops, ins: [], outs: [] });
      return index;
    });
    this.#scopes.push({ group, members });
    const edges = this.#edgesOf(members);
    this.#findLoops(members, edges);
    for (const edge of edges) this.#addEdge(edge);
    for (const index of members) {
      const { node, pointer, loops } = this.#nodes[index] as Draft;
      if (node.type !== NodeType.Group || (node.each !== undefined && !this.#intoBatches)) continue;
      this.read(node.nodes, { group: index, pointer: `${pointer}/nodes`, loops });
    }
  }

  #edgesOf(members: readonly number[]): DraftEdge[] {
    const byId = new Map(members.map((index) => [this.#nodes[index]?.node.id, index]));
    const edges: DraftEdge[] = [];
    for (const to of members) {
      const target = (this.#nodes[to] as Draft).node;
      for (const pre of target.pre ?? []) {
        const { node, on = EdgeCondition.Ok, branch = null } = pre;
        const from = byId.get(node);
        if (from !== undefined) edges.push({ from, to, on, branch, handles: handlesFailure(target, pre) });
      }
    }
    return edges;
  }

  #findLoops(members: readonly number[], edges: readonly Pick<GraphEdge, "from" | "to">[]): void {
    const canHead = (index: number): boolean => {
      const node = this.#nodes[index]?.node;
      return node?.type === NodeType.Condition && node.loop !== undefined;
    };
    const { loops, problems } = findLoops({ members, edges, canHead });
    const before = this.#loops.length;
    this.#problems.push(...problems);
    for (const { header, members, outer } of loops) {
      const loop = this.#loops.length;
      this.#loops.push({ header, members, outer: outer === null ? null : before + outer });
      // An outer loop stands before those in it.
      for (const index of members) {
        const draft = this.#nodes[index] as Draft;
        draft.loops = [...draft.loops, loop];
      }
    }
  }

  #addEdge(draft: DraftEdge): void {
    const { from, to } = draft;
    const [source, target] = [this.#nodes[from] as Draft, this.#nodes[to] as Draft];
    const isBack = source.loops.some((loop) => this.#loops[loop]?.header === to);
    const leaves = source.loops.find((loop) => !target.loops.includes(loop)) ?? null;
    const edge: GraphEdge = { ...draft, isBack, leaves };
    source.outs.push(edge);
    target.ins.push(edge);
  }
}

/** Cleanup puts nothing right, and what waits for many ends whatever they are does not either unless it says so. */
function handlesFailure({ cleanup, pre = [] }: TaskNode, { on = EdgeCondition.Ok, handles }: Pre): boolean {
  if (on === EdgeCondition.Ok || cleanup === true) return false;
  return handles ?? (on === EdgeCondition.Failed || pre.length === 1);
}
