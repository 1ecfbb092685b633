import type { TaskNode } from "@mojob/core/engine";
import { ReadOrder, type Reader } from "./graph/read-order.ts";
import { Before } from "./graph/sure-nodes.ts";
import { type GraphNode, readGraph } from "./graph/task-graph.ts";

/** Where an expression stands: in a node, or in what the whole task says at its start or its end. */
export type ReadingPlace = { readonly node: string; readonly isItemEnd?: boolean } | "start" | "end";

/** The nodes whose values an expression may read. */
export interface NodesBefore {
  /** Those that have run whatever happens, by id. */
  readonly sure: readonly string[];
  /** Those that may not have run: their values need another one in their place. */
  readonly maybe: readonly string[];
  /** Whether it is in a loop, so that there are visits. */
  readonly isInLoop: boolean;
}

const NOTHING: NodesBefore = { sure: [], maybe: [], isInLoop: false };

/**
 * The nodes that come before a place, also of a body that is being written: what cannot be read of it is left out.
 * @example
 * ```ts
 * nodesBefore({ nodes: [{ id: "a", type: "job" }, { id: "b", type: "job", pre: [{ node: "a" }] }] }, { node: "b" }).sure; // ["a"]
 * ```
 */
export function nodesBefore(body: unknown, place: ReadingPlace): NodesBefore {
  const graph = readGraph(readableNodes(body), { intoBatches: true });
  const reader = readerAt(graph.nodes, place);
  if (reader === null) return NOTHING;
  const order = new ReadOrder(graph);
  const named = (wanted: Before): readonly string[] =>
    graph.nodes.filter((node) => order.before(reader, node) === wanted).map(({ node }) => node.id);
  return { sure: named(Before.Surely), maybe: named(Before.Maybe), isInLoop: order.isInLoop(reader) };
}

function readerAt(nodes: readonly GraphNode[], place: ReadingPlace): Reader | null {
  if (typeof place === "string") return place;
  const found = nodes.find(({ node }) => node.id === place.node);
  if (found === undefined) return null;
  return place.isItemEnd === true ? { group: found } : found;
}

type Members = Readonly<Record<string, unknown>>;

function readableNodes(holder: unknown): readonly TaskNode[] {
  const list = isMembers(holder) ? holder["nodes"] : undefined;
  if (!Array.isArray(list)) return [];
  return list.filter(isMembers).flatMap((node) => {
    if (typeof node["id"] !== "string") return [];
    const pre = Array.isArray(node["pre"]) ? node["pre"].filter(isMembers) : [];
    return [{ ...node, pre, ...(node["type"] === "group" && { nodes: readableNodes(node) }) }];
  }) as unknown as readonly TaskNode[];
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
