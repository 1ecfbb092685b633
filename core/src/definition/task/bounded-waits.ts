import type { JobDefinition } from "../../model/job-definition.ts";
import { isTask } from "../../model/job-work.ts";
import { NodeType, type TaskBody, type TaskNode } from "../../model/task/task-body.ts";
import { scriptStampOf } from "../script/script-in-force.ts";
import { isOwnJob } from "../../model/task/own-job.ts";
import { ownJobKey } from "../../model/task/own-job-key.ts";

/** A node whose runs may wait so long: the job that it names, or its own id where the body holds its job. */
interface BoundedNode {
  readonly id: string;
  /** `null`: the body holds it. */
  readonly key: string | null;
  readonly limitMs: number;
}

const KNOWN = new WeakMap<object, readonly BoundedNode[]>();

/** The jobs whose runs may wait no longer than a node of a task says, each with the shortest of those times. */
export async function boundedByNodes(jobs: readonly JobDefinition[]): Promise<ReadonlyMap<string, number>> {
  const shortest = new Map<string, number>();
  for (const job of jobs) {
    if (!isTask(job)) continue;
    const nodes = boundedIn((job.work as { readonly body: unknown }).body as TaskBody);
    if (nodes.length === 0) continue;
    const version = (await scriptStampOf(job))?.version ?? 1;
    for (const { id, key, limitMs } of nodes) {
      const name = key ?? ownJobKey({ task: job.key, node: id, version });
      shortest.set(name, Math.min(limitMs, shortest.get(name) ?? Infinity));
    }
  }
  return shortest;
}

function boundedIn(body: TaskBody): readonly BoundedNode[] {
  let nodes = KNOWN.get(body);
  if (nodes === undefined) KNOWN.set(body, (nodes = body.nodes.flatMap(boundedNodes)));
  return nodes;
}

function boundedNodes(node: TaskNode): readonly BoundedNode[] {
  const inner = node.type === NodeType.Group ? node.nodes.flatMap(boundedNodes) : [];
  if (!("waitTimeoutMs" in node) || node.waitTimeoutMs === undefined) return inner;
  const { id, waitTimeoutMs: limitMs } = node;
  if (isOwnJob(node)) return [...inner, { id, key: null, limitMs }];
  if (node.type === NodeType.Task) return [{ id, key: node.key, limitMs }];
  return node.type === NodeType.Job && "key" in node.job ? [{ id, key: node.job.key, limitMs }] : inner;
}
