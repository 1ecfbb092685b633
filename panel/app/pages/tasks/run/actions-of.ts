import type { BodyNode } from "../graph/body-node.ts";
import type { NodeJson, TaskJson } from "./task-model.ts";

export type NodeAction = "retry" | "run" | "mark" | "skip" | "approve" | "signal" | "rerun";

const FAILED: ReadonlySet<NodeJson["status"]> = new Set(["Failed", "Cancelled"]);
const CHANGEABLE: ReadonlySet<NodeJson["status"]> = new Set([
  "Failed",
  "Cancelled",
  "Blocked",
  "Ready",
  "Waiting",
  null,
]);

/** What can be done with a node now; the scheduler judges again. */
export function actionsOf(
  task: Pick<TaskJson, "phase" | "nodes">,
  node: Pick<NodeJson, "id" | "status" | "type">,
  all: readonly BodyNode[],
): readonly NodeAction[] {
  const { phase } = task;
  const { status, type } = node;
  const body = all.find(({ id }) => id === node.id);
  if (phase === "ended") return ["rerun"];
  if (phase === "ending" || phase === "new") return [];
  const isWaiting = status === "Waiting";
  return [
    ...(FAILED.has(status) && type !== "group" ? (["retry"] as const) : []),
    ...(isWaiting && type === "approval" ? (["approve"] as const) : []),
    ...(isWaiting && body !== undefined && body.signal !== null ? (["signal"] as const) : []),
    ...(mayBeRun(task, node, body, all) ? (["run"] as const) : []),
    ...(CHANGEABLE.has(status) ? (["mark", "skip"] as const) : []),
  ];
}

/** Whether a node is begun by hand: a job or a task, in a group that is under way. What failed is executed again instead. */
function mayBeRun(
  { nodes }: Pick<TaskJson, "nodes">,
  { id, status, type }: Pick<NodeJson, "id" | "status" | "type">,
  body: BodyNode | undefined,
  all: readonly BodyNode[],
): boolean {
  if ((type !== "job" && type !== "task") || body === undefined || body.cleanup) return false;
  if (status === "Running" || FAILED.has(status)) return false;
  // What it only starts, it starts once.
  if (status === "Succeeded" && body.source["wait"] === false) return false;
  const group = all.find((one) => one.nodes.some((inner) => inner.id === id));
  return group === undefined || nodes.find((one) => one.id === group.id)?.status === "Running";
}
