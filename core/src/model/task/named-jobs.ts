import { NodeType, type TaskBody, type TaskNode } from "./task-body.ts";

/** The keys of jobs and tasks that a body names; of what is no body yet, those that can be found. */
export function keysNamedIn(body: unknown): readonly string[] {
  const { nodes } = (body ?? {}) as Partial<TaskBody>;
  return Array.isArray(nodes) ? nodes.flatMap(keysOfNode) : [];
}

function keysOfNode(node: TaskNode | null): readonly string[] {
  if (node === null || typeof node !== "object") return [];
  if (node.type === NodeType.Group) return keysNamedIn(node);
  const key: unknown =
    node.type === NodeType.Task
      ? node.key
      : node.type === NodeType.Job && isObject(node.job) && "key" in node.job
        ? node.job.key
        : null;
  return typeof key === "string" ? [key] : [];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The body with other keys for the jobs that it names; the same object where none changes. */
export function withNamedJobs(body: TaskBody, keyOf: (key: string) => string): TaskBody {
  const isSame = keysNamedIn(body).every((key) => keyOf(key) === key);
  return isSame ? body : { ...body, nodes: body.nodes.map((node) => withNamedJob(node, keyOf)) };
}

function withNamedJob(node: TaskNode, keyOf: (key: string) => string): TaskNode {
  if (node.type === NodeType.Group)
    return { ...node, nodes: node.nodes.map((inner) => withNamedJob(inner, keyOf)) };
  if (node.type === NodeType.Task) return { ...node, key: keyOf(node.key) };
  if (node.type !== NodeType.Job || !("key" in node.job)) return node;
  return { ...node, job: { ...node.job, key: keyOf(node.job.key) } };
}
