import type { JobDefinition } from "@mojob/core";
import { type FoundNode, type JobDefinitionCache, LoopTurns, type TaskBody } from "@mojob/core/engine";
import type { Requester } from "@mojob/core/feature";
import { type Clock, WorkKind } from "@mojob/core/ports";
import { flatNodes } from "../plan/flat-nodes.ts";

type Named = Pick<FoundNode, "node" | "title" | "type"> & { readonly words: string };

/** The nodes of bodies in force, as they are searched. */
const searched = new WeakMap<object, readonly Named[]>();

export interface FindNodesOptions {
  readonly cache: Pick<JobDefinitionCache, "getAll" | "tenant">;
  readonly clock: Clock;
}

/** Nodes of the workflows that a caller may read, by a part of their id or title: the first of them, workflow by workflow. */
export async function findNodes(
  { apps }: Requester,
  search: string,
  limit: number,
  { cache, clock }: FindNodesOptions,
): Promise<readonly FoundNode[]> {
  const readable = (await cache.getAll()).filter(({ app }) => apps.has(app));
  // A tenant may have a million nodes: others have their turns between its workflows.
  return LoopTurns.of(clock, cache.tenant).run(searchIn(readable, search.toLowerCase(), limit));
}

function* searchIn(
  definitions: readonly JobDefinition[],
  wanted: string,
  limit: number,
): Generator<void, readonly FoundNode[]> {
  const found: FoundNode[] = [];
  for (const { key, app, work, options } of definitions) {
    if (work.kind !== WorkKind.Task) continue;
    for (const { words, node, title, type } of namedNodes(work.body)) {
      if (!words.includes(wanted)) continue;
      found.push({ node, title, type, jobKey: key, jobName: options.name, app });
      if (found.length === limit) return found;
    }
    yield;
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
