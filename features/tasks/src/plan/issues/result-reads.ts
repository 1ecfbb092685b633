import type { TaskBody } from "@mojob/core/engine";
import { Expressions, NodeType, type Reference } from "@mojob/core/feature";
import { expressionsIn, type PlacedText } from "../graph/expression-texts.ts";
import { type GraphNode, readGraph } from "../graph/task-graph.ts";

/** A field of a node's result that an expression reads. */
export interface ResultRead {
  /** The node that has the result: a job or a task, which does not declare the field. */
  readonly node: GraphNode;
  readonly isBatch: boolean;
  readonly field: string;
  /** Of the expression. */
  readonly pointer: string;
}

/**
 * The first fields of results that the expressions of a body count on. Yields after each expression, because a body may have as many as fill
 * a megabyte.
 */
export function* resultReads(body: TaskBody, most: number): Generator<void, readonly ResultRead[]> {
  const { nodes } = readGraph(body.nodes, { intoBatches: true });
  const byId = new Map(nodes.map((node) => [node.node.id, node]));
  const expressions = new Expressions();
  const reads: ResultRead[] = [];
  for (const { text, pointer } of textsOf(body, nodes)) {
    for (const reference of expressions.get(text).references) {
      const read = readOf(reference, byId);
      if (read !== null) reads.push({ ...read, pointer });
      if (reads.length === most) return reads;
    }
    yield;
  }
  return reads;
}

function* textsOf(
  { vars, resources, results, successCondition }: TaskBody,
  nodes: readonly GraphNode[],
): Generator<PlacedText> {
  yield* expressionsIn({ vars, resources, results, successCondition }, "");
  for (const { node, pointer } of nodes) yield* expressionsIn(node, pointer);
}

function readOf(
  { path: { root, steps }, mayBeMissing }: Reference,
  byId: ReadonlyMap<string, GraphNode>,
): Omit<ResultRead, "pointer"> | null {
  if (root !== "JOB" || mayBeMissing) return null;
  const [name, ...inner] = steps;
  const node = name?.type === "name" ? byId.get(name.name) : undefined;
  const isBatch = inner[0] !== undefined && inner[0].type !== "name";
  const [part, field] = isBatch ? inner.slice(1) : inner;
  if (node === undefined || part?.type !== "name" || part.name !== "RESULT" || field?.type !== "name")
    return null;
  return isUndeclared(node, field.name) ? { node, isBatch, field: field.name } : null;
}

/** Whether the node runs something, and does not declare the field of its result. */
function isUndeclared({ node }: GraphNode, field: string): boolean {
  if (node.type === NodeType.Task) return true;
  if (node.type !== NodeType.Job) return false;
  const declared = "work" in node.job ? (node.job.results ?? []) : [];
  return declared.every(({ name }) => name !== field);
}
