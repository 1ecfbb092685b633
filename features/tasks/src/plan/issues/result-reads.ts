import type { TaskBody } from "@mojob/core/engine";
import { Expressions, NodeType } from "@mojob/core/feature";
import { expressionsIn } from "../graph/expression-texts.ts";
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

/** The fields of results that the expressions of a body count on. */
export function resultReads(body: TaskBody): readonly ResultRead[] {
  const { nodes } = readGraph(body.nodes, { intoBatches: true });
  const byId = new Map(nodes.map((node) => [node.node.id, node]));
  const { vars, resources, results, successCondition } = body;
  const texts = [
    ...expressionsIn({ vars, resources, results, successCondition }, ""),
    ...nodes.flatMap(({ node, pointer }) => expressionsIn(node, pointer)),
  ];
  const expressions = new Expressions();
  return texts.flatMap(({ text, pointer }) =>
    expressions.get(text).references.flatMap(({ path: { root, steps }, mayBeMissing }) => {
      if (root !== "JOB" || mayBeMissing) return [];
      const [name, ...inner] = steps;
      const node = name?.type === "name" ? byId.get(name.name) : undefined;
      const isBatch = inner[0] !== undefined && inner[0].type !== "name";
      const [part, field] = isBatch ? inner.slice(1) : inner;
      if (node === undefined || part?.type !== "name" || part.name !== "RESULT" || field?.type !== "name")
        return [];
      return isUndeclared(node, field.name) ? [{ node, isBatch, field: field.name, pointer }] : [];
    }),
  );
}

/** Whether the node runs something, and does not declare the field of its result. */
function isUndeclared({ node }: GraphNode, field: string): boolean {
  if (node.type === NodeType.Task) return true;
  if (node.type !== NodeType.Job) return false;
  const declared = "work" in node.job ? (node.job.results ?? []) : [];
  return declared.every(({ name }) => name !== field);
}
