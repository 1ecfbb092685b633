import { CarriedReads } from "./carried-reads.ts";
import { Before, SureNodes } from "./sure-nodes.ts";
import type { GraphNode, TaskGraph } from "./task-graph.ts";

/**
 * The reader of an expression's values: a node when it begins, the task before its first node or after its last, or the item of a group
 * after its last.
 */
export type Reader = GraphNode | "start" | "end" | EndOfItem;

interface EndOfItem {
  readonly group: GraphNode;
}

export function isNode(reader: Reader): reader is GraphNode {
  return typeof reader === "object" && "node" in reader;
}

/** Which nodes have run when the expressions of others are evaluated. */
export class ReadOrder {
  readonly #graph: TaskGraph;
  readonly #carried: CarriedReads;
  /** Made for the first value of a node that is read: most tasks read few, and it takes longer than all else. */
  #made: SureNodes | null = null;

  constructor(graph: TaskGraph) {
    this.#graph = graph;
    this.#carried = new CarriedReads(graph);
  }

  before(reader: Reader, read: GraphNode): Before {
    if (reader === "start") return Before.Never;
    if (typeof reader === "object" && !isNode(reader)) return this.#beforeEndOfItem(reader, read);
    // The results of a task are for tasks that succeed.
    if (reader === "end" && this.#sure.isApart(read.index)) return Before.Never;
    if (reader === "end") return this.#sure.maySkip(read.index) ? Before.Maybe : Before.Surely;
    // The first visit has none before it.
    if (this.#carried.loopsOf(reader, read).length > 0) return Before.Maybe;
    // The condition of a loop sees what the visit before left, which the first one has not.
    const isOwnVisit = this.#graph.loops.some(
      ({ header }, loop) => header === reader.index && read.loops.includes(loop),
    );
    const before = this.#sure.before(reader.index, read.index);
    return before === Before.Never && isOwnVisit ? Before.Maybe : before;
  }

  /** The items of a group in a loop are tasks of their own, which know nothing of its visits. */
  isInLoop(reader: Reader): boolean {
    if (!isNode(reader)) return false;
    const around = this.#sure.batchAround(reader.index);
    return reader.loops.some(
      (loop) => this.#sure.batchAround(this.#graph.loops[loop]?.header ?? reader.index) === around,
    );
  }

  /** An item ends with its own nodes, and sees what its group sees when that begins. */
  #beforeEndOfItem({ group }: EndOfItem, read: GraphNode): Before {
    if (this.#sure.batchAround(read.index) !== group.index) return this.before(group, read);
    return this.#sure.maySkip(read.index) ? Before.Maybe : Before.Surely;
  }

  get #sure(): SureNodes {
    this.#made ??= new SureNodes(this.#graph);
    return this.#made;
  }
}
