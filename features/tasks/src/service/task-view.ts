import type { TaskView } from "@mojob/core/engine";
import { partId } from "@mojob/core/feature";
import type { OpenTask } from "../driver/open-task.ts";
import { showNodes } from "../decide/shown-node.ts";

/** A task as callers see it. */
export async function viewTask(task: OpenTask): Promise<TaskView> {
  const { nodes: _, ...state } = task.state;
  const nodes = await Promise.all(
    showNodes(task.plan, task.state).map(async ({ run, ...node }) => ({
      ...node,
      runId: run === null ? null : await partId(run),
    })),
  );
  return { run: task.run, version: state.version, body: task.plan.body, state, nodes };
}
