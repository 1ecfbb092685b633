import type { BodyNode } from "../graph/body-node.ts";
import { loopsAround } from "../graph/loops-around.ts";
import type { NodeJson, TaskJson } from "./task-model.ts";

export type NodeAction = "retry" | "run" | "mark" | "skip" | "approve" | "signal" | "rerun";

const FAILED: ReadonlySet<NodeJson["status"]> = new Set(["Failed", "Cancelled"]);
const DECIDED: ReadonlySet<NodeJson["status"]> = new Set([
  "Succeeded",
  "Failed",
  "Cancelled",
  "Skipped",
  "Blocked",
]);
const CHANGEABLE: ReadonlySet<NodeJson["status"]> = new Set([
  "Failed",
  "Cancelled",
  "Blocked",
  "Ready",
  "Waiting",
  null,
]);

/** The actions that a node allows now; the scheduler judges again. */
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
  const isOpen = !needsApproval(task, node.id, all);
  return [
    ...(FAILED.has(status) && type !== "group" ? (["retry"] as const) : []),
    ...(isWaiting && type === "approval" ? (["approve"] as const) : []),
    ...(isWaiting && body !== undefined && body.signal !== null ? (["signal"] as const) : []),
    ...(isOpen && mayBeRun(task, node, body, all) ? (["run"] as const) : []),
    ...(isOpen && CHANGEABLE.has(status) ? (["mark", "skip"] as const) : []),
  ];
}

const BEGUN: ReadonlySet<NodeJson["status"]> = new Set(["Succeeded", "Failed"]);

/** Whether it is an approval, or one before it or in it was not given: nobody goes past it by hand. */
function needsApproval({ nodes }: Pick<TaskJson, "nodes">, id: string, all: readonly BodyNode[]): boolean {
  const statusOf = (one: string): NodeJson["status"] => nodes.find((node) => node.id === one)?.status ?? null;
  const byId = new Map(all.map((node) => [node.id, node]));
  const isGiven = (one: string): boolean => statusOf(one) === "Succeeded" || statusOf(one) === "Skipped";
  const isOpen = (node: BodyNode): boolean =>
    node.nodes.some(isOpen) || (node.type === "approval" && !isGiven(node.id));
  const seen = new Set([id]);
  for (const one of seen) {
    const node = byId.get(one);
    if (node !== undefined && isOpen(node)) return true;
    if (!BEGUN.has(statusOf(one))) for (const { node: before } of node?.pre ?? []) seen.add(before);
  }
  return false;
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
  // A run that it only starts, it starts once.
  if (status === "Succeeded" && body.source["wait"] === false) return false;
  const loops = loopsAround(id, all);
  const statusOf = (one: string): NodeJson["status"] => nodes.find((node) => node.id === one)?.status ?? null;
  // The visits of a loop are over once everything in it is decided.
  if (loops.some((loop) => loop.every((one) => DECIDED.has(statusOf(one))))) return false;
  const group = all.find((one) => one.nodes.some((inner) => inner.id === id));
  return group === undefined || statusOf(group.id) === "Running";
}
