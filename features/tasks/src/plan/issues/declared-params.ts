import type { JobNode, SubTaskNode } from "@mojob/core/engine";
import { NodeType } from "@mojob/core/feature";
import type { StoredParams, StoredWork } from "./stored-work.ts";

/** The parameters that a node can be given; `null` where nothing is known of them. */
export function declaredParams(node: JobNode | SubTaskNode, stored: StoredWork | null): StoredParams | null {
  if (node.type === NodeType.Task) {
    const body = stored?.task(node.key, node.version) ?? null;
    return body === null ? null : { params: body.params ?? [] };
  }
  if ("key" in node.job) return stored?.job(node.job.key) ?? null;
  return node.job.params === undefined ? null : { params: node.job.params };
}
