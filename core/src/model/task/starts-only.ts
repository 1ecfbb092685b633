import { NodeType, type TaskNode } from "./task-body.ts";

/** Whether a node starts a run and does not wait for it: the run is none of its task's. */
export function startsOnly(node: TaskNode): boolean {
  return (node.type === NodeType.Job || node.type === NodeType.Task) && node.wait === false;
}
