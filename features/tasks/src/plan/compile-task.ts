import type { TaskBody } from "@mojob/core/engine";
import { Expressions, NodeType } from "@mojob/core/feature";
import { CarriedReads } from "./graph/carried-reads.ts";
import { LoopReads } from "./loop-reads.ts";
import { rankNodes } from "./rank-nodes.ts";
import { resourceNode } from "./resource-node.ts";
import { readGraph, type TaskGraph } from "./graph/task-graph.ts";
import type { PlanLoop, TaskPlan } from "./task-plan.ts";

/**
 * Compiles a body that `validateTask` accepts.
 * @example
 * ```ts
 * compileTask({ engine: 1, nodes: [{ id: "a", type: "job", job: { key: "mail.send" } }] }).nodes[0].sort; // 0
 * ```
 */
export function compileTask(body: TaskBody): TaskPlan {
  const looks = resourceNode(body);
  // Last, so that the others are where the body has them.
  const graph = readGraph(looks === null ? body.nodes : [...body.nodes, looks]);
  const ranks = rankNodes(graph);
  const heads = new Map(graph.loops.map(({ header }, loop) => [header, loop]));
  const nodes = graph.nodes.map((node) => ({
    ...node,
    id: node.node.id,
    sort: ranks[node.index] as number,
    heads: heads.get(node.index) ?? null,
  }));
  const loops = planLoops(graph);
  const expressions = new Expressions();
  const carried = new CarriedReads({ ...graph, nodes });
  return {
    body,
    nodes,
    byId: new Map(nodes.map((node) => [node.id, node])),
    gate: looks === null ? null : body.nodes.length,
    scopes: graph.scopes,
    scopeOfGroup: new Map(
      graph.scopes.flatMap(({ group }, scope) => (group === null ? [] : [[group, scope]])),
    ),
    loops,
    cleanups: nodes.filter(({ node }) => node.cleanup === true).map(({ index }) => index),
    others: nodes.filter(({ node, scope }) => scope === 0 && node.cleanup !== true).map(({ index }) => index),
    batches: nodes.filter(({ node }) => "each" in node).map(({ index }) => index),
    expressions,
    carried,
    loopReads: new LoopReads({ body, nodes, loops, expressions, carried }),
  };
}

function planLoops(graph: TaskGraph): readonly PlanLoop[] {
  const loops = graph.loops.map((loop) => {
    const node = graph.nodes[loop.header]?.node;
    const { maxVisits = 1, delayMs = 0 } = (node?.type === NodeType.Condition ? node.loop : undefined) ?? {};
    return {
      ...loop,
      maxVisits,
      delayMs,
      all: [] as number[],
      backs: graph.nodes[loop.header]?.ins.filter(({ isBack }) => isBack) ?? [],
      exits: [] as PlanLoop["exits"][number][],
    };
  });
  for (const { index, loops: around, outs } of graph.nodes) {
    for (const loop of around) loops[loop]?.all.push(index);
    for (const edge of outs)
      for (const loop of around)
        if (graph.nodes[edge.to]?.loops.includes(loop) === false) loops[loop]?.exits.push(edge);
  }
  return loops;
}
