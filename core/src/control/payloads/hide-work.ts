import type { JsonObject } from "../../base/json.ts";
import { type JobWork, type RegisteredWork, WorkKind } from "../../model/job-work.ts";
import { NodeType, type TaskBody, type TaskNode } from "../../model/task/task-body.ts";

/** Fields of work that say what kind of thing is run, and nothing of what it does. */
const SHOWN_OF_WORK: ReadonlySet<string> = new Set(["kind", "language", "handler", "method", "secrets"]);

/** Members of nodes that say how they hang together, and nothing of what they do. */
const SHOWN_OF_NODE: ReadonlySet<string> = new Set([
  "id",
  "type",
  "title",
  "position",
  "pre",
  "join",
  "allowFailure",
  "cleanup",
  "key",
  "version",
  "wait",
  "retry",
  "timeoutMs",
  "waitTimeoutMs",
  "priority",
  "else",
  "all",
  "loop",
  "by",
  "onTimeout",
]);
const SHOWN_OF_BODY: ReadonlySet<string> = new Set([
  "engine",
  "onFailure",
  "onRetry",
  "holdTimeoutMs",
  "cleanupTimeoutMs",
  "maxParallel",
]);

/** Work of its kind, in which every text, address and value is `null`. */
export function hideWork(work: JobWork): JobWork {
  if (work.kind === WorkKind.Code) return work;
  if (work.kind === WorkKind.Task)
    return { kind: work.kind, body: hideBody(work.body as unknown as TaskBody) as unknown as JsonObject };
  const fields = Object.entries(work).map(([name, value]: [string, unknown]) => [
    name,
    SHOWN_OF_WORK.has(name) ? value : null,
  ]);
  return Object.fromEntries(fields) as RegisteredWork;
}

/** A graph without its values, expressions and work. */
export function hideBody(body: TaskBody): TaskBody {
  return { ...shownOf(body, SHOWN_OF_BODY), nodes: body.nodes.map(hideNode) } as unknown as TaskBody;
}

function hideNode(node: TaskNode): TaskNode {
  const shown = shownOf(node, SHOWN_OF_NODE);
  switch (node.type) {
    case NodeType.Group:
      return { ...shown, nodes: node.nodes.map(hideNode) } as unknown as TaskNode;
    case NodeType.Job:
      return {
        ...shown,
        job: "key" in node.job ? node.job : { work: hideWork(node.job.work) },
      } as unknown as TaskNode;
    case NodeType.Condition:
      return {
        ...shown,
        branches: node.branches.map(({ name }) => ({ name, when: null })),
      } as unknown as TaskNode;
    case NodeType.Wait:
      return { ...shown, for: hideWait(node.for) } as unknown as TaskNode;
    default:
      return shown as unknown as TaskNode;
  }
}

/** A wait without what it waits for, but its kind; a signal keeps its name, by which people send it. */
function hideWait(wanted: object): object {
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]: [string, unknown]) => [
      name,
      name === "signal" ? value : null,
    ]),
  );
}

function shownOf(whole: object, shown: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => shown.has(name)));
}
