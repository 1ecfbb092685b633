import type { GraphNode, TaskGraph } from "./task-graph.ts";

type Graph = Pick<TaskGraph, "nodes" | "loops" | "scopes">;

/**
 * Which reads within a loop are of a visit before: those of the reading node itself, and of nodes that this visit does not
 * end before it begins. So a visit goes on where the one before stopped, such as from page to page.
 */
export class CarriedReads {
  readonly #graph: Graph;
  /** Nodes before a node in its visit, found for each that reads within its loop. */
  readonly #before = new Map<number, ReadonlySet<number>>();
  readonly #lists: ReadonlyMap<number, readonly number[]>;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#lists = new Map(
      graph.scopes.flatMap(({ group, members }) => (group === null ? [] : [[group, members]])),
    );
  }

  /** The loops whose earlier visits a node reads another one of; none where it reads the visit that it is in. */
  loopsOf(reader: GraphNode, read: GraphNode): readonly number[] {
    const { loops } = this.#graph;
    const around = this.#batchAround(reader);
    if (around !== this.#batchAround(read)) return [];
    const both = reader.loops.filter(
      (loop) => read.loops.includes(loop) && this.#batchAround(this.#headerOf(loop)) === around,
    );
    // The condition of a loop is asked when a visit is over: it has rules of its own.
    const heads = loops.findIndex(({ header }) => header === reader.index);
    if (both.length === 0 || (heads !== -1 && read.loops.includes(heads))) return [];
    return reader !== read && this.#isBefore(reader, read) ? [] : both;
  }

  #isBefore({ index }: GraphNode, read: GraphNode): boolean {
    let before = this.#before.get(index);
    if (before === undefined) this.#before.set(index, (before = this.#findBefore(index)));
    return before.has(read.index);
  }

  #findBefore(index: number): ReadonlySet<number> {
    const { nodes, loops, scopes } = this.#graph;
    const found = new Set<number>();
    const open = [index];
    const seen = new Set(open);
    const look = (one: number): void => {
      if (!seen.has(one)) open.push(one);
      seen.add(one);
    };
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const { ins, scope } = nodes[one] as GraphNode;
      for (const { from, isBack, leaves } of ins) {
        if (isBack) continue;
        this.#addInside(found, from);
        look(from);
        // A node that follows a loop follows all of it.
        for (const member of leaves === null ? [] : (loops[leaves]?.members ?? []))
          this.#addInside(found, member);
      }
      const group = scopes[scope]?.group ?? null;
      if (group !== null) look(group);
    }
    return found;
  }

  #addInside(found: Set<number>, index: number): void {
    found.add(index);
    for (const one of this.#lists.get(index) ?? []) this.#addInside(found, one);
  }

  #headerOf(loop: number): GraphNode {
    return this.#graph.nodes[this.#graph.loops[loop]?.header ?? -1] as GraphNode;
  }

  /** The batch whose items' tasks a node is in; `null` where it is in the task itself. */
  #batchAround({ scope }: GraphNode): number | null {
    const group = this.#graph.scopes[scope]?.group ?? null;
    if (group === null) return null;
    const around = this.#graph.nodes[group] as GraphNode;
    return "each" in around.node && around.node.each !== undefined ? group : this.#batchAround(around);
  }
}
