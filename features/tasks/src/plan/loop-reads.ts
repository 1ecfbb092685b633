import type { TaskBody, TaskNode } from "@mojob/core/engine";
import { type Expressions, NodeType, runAtOnce } from "@mojob/core/feature";
import { expressionsIn } from "./graph/expression-texts.ts";
import type { CarriedReads } from "./graph/carried-reads.ts";
import type { GraphLoop, GraphNode } from "./graph/task-graph.ts";

interface Parts {
  readonly body: TaskBody;
  readonly nodes: readonly GraphNode[];
  readonly loops: readonly (GraphLoop & { readonly all: readonly number[] })[];
  readonly expressions: Expressions;
  readonly carried: CarriedReads;
}

/** Which nodes of a loop are read once their visit is over: by the loop's own condition, by a later visit, or from outside of the loop. */
export class LoopReads {
  readonly #parts: Parts;
  /** Found when the first loop goes on: most tasks have none. */
  #reads: readonly ReadonlySet<number>[] | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  of(loop: number): ReadonlySet<number> {
    if (this.#reads === null) runAtOnce(this.prepare());
    return this.#reads?.[loop] ?? new Set();
  }

  /** Finds them: that reads all expressions of the task, and yields between its nodes. */
  *prepare(): Generator<void, void> {
    const { body, nodes, loops, carried } = this.#parts;
    const reads = loops.map(() => new Set<number>());
    const byId = new Map(nodes.map((node) => [node.node.id, node]));
    const note = (ids: readonly string[], reader: GraphNode | null): void => {
      for (const id of ids) {
        const read = byId.get(id);
        if (read === undefined) continue;
        const later = reader === null ? [] : carried.loopsOf(reader, read);
        for (const loop of read.loops) {
          const isOutside = reader === null || !reader.loops.includes(loop);
          if (isOutside || loops[loop]?.header === reader.index || later.includes(loop))
            reads[loop]?.add(read.index);
        }
      }
    };
    for (const node of nodes) {
      note(this.#readBy(node.node), node);
      yield;
    }
    const { results, successCondition } = body;
    note(this.#namedIn({ results, successCondition }), null);
    this.#reads = reads;
  }

  /** The names that a node reads, with those that the tasks of a batch's items read. */
  #readBy(node: TaskNode): readonly string[] {
    const own = this.#namedIn(node);
    if (node.type !== NodeType.Group || node.each === undefined) return own;
    return [...own, ...node.nodes.flatMap((inner) => this.#readBy(inner))];
  }

  #namedIn(value: unknown): readonly string[] {
    return expressionsIn(value, "").flatMap(({ text }) => this.#parts.expressions.nodesReadBy(text));
  }
}
