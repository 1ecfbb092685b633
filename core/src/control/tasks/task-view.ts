import { partId } from "../../model/composite/run-part.ts";
import type { OpenTask } from "../../driver/open-task.ts";
import { loopStateOf, nodeStateOf, visitOf } from "../../task/decide/read-state.ts";
import type { PlanNode } from "../../task/plan/task-plan.ts";
import { isDecided, NodeStatus } from "../../task/state/node-status.ts";
import { runName } from "../../task/state/run-name.ts";
import type { TaskNodeView, TaskView } from "../../scheduler/task-service.ts";

/** A task as callers see it. */
export async function viewTask(task: OpenTask): Promise<TaskView> {
  const { nodes: _, ...state } = task.state;
  const nodes = await Promise.all(task.plan.nodes.map((node) => viewNode(task, node)));
  return { run: task.run, version: state.version, body: task.plan.body, state, nodes };
}

async function viewNode({ plan, state, run }: OpenTask, node: PlanNode): Promise<TaskNodeView> {
  const at = nodeStateOf(state, node.id);
  const visit = visitOf(plan, state, node);
  const { batch } = at ?? {};
  const hasRun = at?.n !== undefined && batch === undefined;
  const loop = node.heads === null ? null : loopStateOf(plan, state, node.heads);
  const name = hasRun ? runName({ node: node.id, visit, item: null, n: at.n ?? 0 }) : null;
  return {
    id: node.id,
    type: node.node.type,
    sort: node.sort,
    // A condition whose loop failed has itself been decided.
    status: loop?.s === "failed" ? NodeStatus.Failed : (at?.s ?? null),
    visit,
    runId: name === null ? null : await partId({ of: at?.from ?? run.id, name }),
    code: at?.code ?? loop?.code ?? null,
    branches: at?.branches ?? [],
    items:
      batch === undefined ? null : { count: batch.count, ok: batch.ok, bad: batch.bad, open: batch.open },
    dueAt: at?.dueAt ?? null,
    waitsFor: isDecided(at?.s) ? [] : waitsFor({ plan, state }, node),
    isTakenOver: at?.from !== undefined,
  };
}

function waitsFor({ plan, state }: Pick<OpenTask, "plan" | "state">, node: PlanNode): readonly string[] {
  const open = node.ins.flatMap(({ from, isBack }) => {
    const source = plan.nodes[from];
    if (isBack || source === undefined) return [];
    const isOver = isDecided(nodeStateOf(state, source.id)?.s);
    const isLooping = source.heads !== null && loopStateOf(plan, state, source.heads).s === "open";
    return isOver && !isLooping ? [] : [source.id];
  });
  return [...new Set(open)];
}
