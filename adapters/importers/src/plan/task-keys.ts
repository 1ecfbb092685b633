import type { TaskNode } from "@mojob/core/engine";
import type { PlannedJob, PlannedRequest } from "./plan-import.ts";
import { isGraph } from "./task-refusals.ts";

/** A planned job whose graph executes others under the keys that they have, by their ids: they may be there under other ones. */
export function withKeysWithin(planned: PlannedJob, keys: ReadonlyMap<string, string>): PlannedJob {
  const { request, within } = planned;
  if (request === null || within.size === 0 || !isGraph(request)) return planned;
  const renamed = new Map([...within].map(([id, key]) => [key, keys.get(id) ?? key]));
  return { ...planned, request: withTaskKeys(request, renamed) };
}

function withTaskKeys(request: PlannedRequest, renamed: ReadonlyMap<string, string>): PlannedRequest {
  const { body } = request.work as { readonly body: { readonly nodes: readonly TaskNode[] } };
  const nodes = body.nodes.map((node) =>
    node.type === "task" ? { ...node, key: renamed.get(node.key) ?? node.key } : node,
  );
  return { ...request, work: { ...(request.work as object), body: { ...body, nodes } } };
}
