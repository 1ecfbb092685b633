import { type BodyNode, flatNodes } from "../graph/body-node.ts";
import type { NodeJson } from "./task-model.ts";

const FAILED: ReadonlySet<NodeJson["status"]> = new Set(["Failed", "Cancelled"]);

/** The nodes to execute again so that failed nodes can go on: they themselves, and of a group those that failed in it. */
export function nodesToRetry(
  failed: readonly string[],
  nodes: readonly NodeJson[],
  all: readonly BodyNode[],
): readonly NodeJson[] {
  const within = new Set(
    flatNodes(all.filter(({ id }) => failed.includes(id)))
      .filter(({ type }) => type !== "group")
      .map(({ id }) => id),
  );
  return nodes.filter(({ id, status }) => within.has(id) && FAILED.has(status));
}
