import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { WorkKind } from "../../model/job-work.ts";
import { NodeType, type TaskBody, type TaskNode } from "../../task/body/task-body.ts";
import { paramsOfSchema, type StoredWork } from "../../task/plan/issues/stored-work.ts";

/** More tasks within tasks than these are not looked at when one is saved. */
const MOST_READ = 2000;

/**
 * What the nodes of a task name, and the tasks among it in their turn, as it is now.
 * @param key the task that is checked; `null` for one without a key yet
 * @param mayName whether the caller may name jobs of an app: others do not exist to it
 */
export async function readStoredWork(
  key: string | null,
  body: unknown,
  cache: Pick<JobDefinitionCache, "getMany">,
  mayName: (app: string) => boolean,
): Promise<StoredWork> {
  const known = new Map<string, JobDefinition>();
  let keys = keysNamedIn(body);
  while (keys.length > 0 && known.size < MOST_READ) {
    const found = await cache.getMany(keys);
    const named = [...found].filter(([, { app }]) => mayName(app));
    for (const [name, definition] of named) known.set(name, definition);
    const inner = named.map(([, definition]) => definition).flatMap((one) => keysNamedIn(bodyOf(one)));
    keys = [...new Set(inner)].filter((name) => !known.has(name));
  }
  return {
    ...(key !== null && { key }),
    job(name) {
      const definition = known.get(name);
      return definition === undefined ? null : paramsOfSchema(definition.argsSchema);
    },
    task: (name) => bodyOf(known.get(name)),
  };
}

function bodyOf(definition: JobDefinition | undefined): TaskBody | null {
  if (definition?.work.kind !== WorkKind.Task) return null;
  return definition.work.body as unknown as TaskBody;
}

/** The keys of jobs and tasks that a body names; of what is no body yet, those that can be found. */
function keysNamedIn(body: unknown): readonly string[] {
  const { nodes } = (body ?? {}) as Partial<TaskBody>;
  return Array.isArray(nodes) ? nodes.flatMap(keysOfNode) : [];
}

function keysOfNode(node: TaskNode | null): readonly string[] {
  if (node === null || typeof node !== "object") return [];
  if (node.type === NodeType.Group) return keysNamedIn(node);
  const key: unknown =
    node.type === NodeType.Task
      ? node.key
      : node.type === NodeType.Job && node.job && "key" in node.job
        ? node.job.key
        : null;
  return typeof key === "string" ? [key] : [];
}
