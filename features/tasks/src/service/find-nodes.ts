import type { FoundNode, JobDefinitionCache, TaskBody } from "@mojob/core/engine";
import type { Requester } from "@mojob/core/feature";
import { WorkKind } from "@mojob/core/ports";
import { flatNodes } from "../plan/flat-nodes.ts";

type Named = Pick<FoundNode, "node" | "title" | "type"> & { readonly words: string };

/** The nodes of bodies in force, as they are searched. */
const searched = new WeakMap<object, readonly Named[]>();

/** Nodes of the workflows that a caller may read, by a part of their id or title: the first of them, workflow by workflow. */
export async function findNodes(
  { apps }: Requester,
  search: string,
  limit: number,
  cache: Pick<JobDefinitionCache, "getAll">,
): Promise<readonly FoundNode[]> {
  const wanted = search.toLowerCase();
  const found: FoundNode[] = [];
  for (const { key, app, work, options } of await cache.getAll()) {
    if (work.kind !== WorkKind.Task || !apps.has(app)) continue;
    for (const { words, ...node } of namedNodes(work.body)) {
      if (!words.includes(wanted)) continue;
      found.push({ ...node, jobKey: key, jobName: options.name, app });
      if (found.length === limit) return found;
    }
  }
  return found;
}

/** Of a body that `validateTask` accepted. */
function namedNodes(body: object): readonly Named[] {
  const known = searched.get(body);
  if (known !== undefined) return known;
  const named = flatNodes((body as TaskBody).nodes).map(({ id, title = null, type }) => ({
    node: id,
    title,
    type,
    words: `${id} ${title ?? ""}`.toLowerCase(),
  }));
  searched.set(body, named);
  return named;
}
