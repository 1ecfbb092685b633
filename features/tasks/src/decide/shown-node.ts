import { isDecided, NodeStatus, runName, type ShownNode, startsOnly } from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import { loopStateOf, nodeStateOf, visitOf } from "./read-state.ts";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";

/**
 * The nodes of a task as they are in a state: the present one, or any that facts come to.
 * @example
 * ```ts
 * showNodes(plan, foldFacts(newTaskState({ id, tenant, key, version: 1 }), log.slice(0, 40)));
 * ```
 */
export function showNodes(plan: TaskPlan, state: TaskState): readonly ShownNode[] {
  return plan.nodes.map((node) => showNode(plan, state, node));
}

function showNode(plan: TaskPlan, state: TaskState, node: PlanNode): ShownNode {
  const at = nodeStateOf(state, node.id);
  const visit = visitOf(plan, state, node);
  const { batch } = at ?? {};
  const isStart = startsOnly(node.node);
  const hasRun = at?.n !== undefined && batch === undefined && !isStart;
  const loop = node.heads === null ? null : loopStateOf(plan, state, node.heads);
  const name = hasRun ? runName({ node: node.id, visit, item: null, n: at.n ?? 0 }) : null;
  return {
    id: node.id,
    type: node.node.type,
    sort: node.sort,
    // A condition whose loop failed has itself been decided.
    status: loop?.s === "failed" ? NodeStatus.Failed : (at?.s ?? null),
    visit,
    run: name === null ? null : { of: at?.from ?? state.id, name },
    started: isStart && at?.byHand !== true && typeof at?.result === "string" ? at.result : null,
    code: at?.code ?? loop?.code ?? null,
    branches: at?.branches ?? [],
    items:
      batch === undefined ? null : { count: batch.count, ok: batch.ok, bad: batch.bad, open: batch.open },
    dueAt: at?.dueAt ?? null,
    waitsFor: isDecided(at?.s) ? [] : waitsFor(plan, state, node),
    isTakenOver: at?.from !== undefined,
  };
}

function waitsFor(plan: TaskPlan, state: TaskState, node: PlanNode): readonly string[] {
  const gate = plan.nodes[plan.gate ?? -1];
  const isBehind = node.scope === 0 && node.node.cleanup !== true && node !== gate;
  if (gate !== undefined && isBehind && !isDecided(nodeStateOf(state, gate.id)?.s)) return [gate.id];
  const open = node.ins.flatMap(({ from, isBack }) => {
    const source = plan.nodes[from];
    if (isBack || source === undefined) return [];
    const isOver = isDecided(nodeStateOf(state, source.id)?.s);
    const isLooping = source.heads !== null && loopStateOf(plan, state, source.heads).s === "open";
    return isOver && !isLooping ? [] : [source.id];
  });
  return [...new Set(open)];
}
