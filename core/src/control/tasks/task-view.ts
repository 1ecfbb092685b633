import type { OpenTask } from "../../driver/open-task.ts";
import { partId } from "../../model/composite/run-part.ts";
import type { TaskView } from "../../scheduler/task-service.ts";
import { showNodes } from "../../task/decide/shown-node.ts";

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
