import { parseExactJson } from "../../../base/exact-json.ts";
import { jsonText } from "../../../ui/json/json-text.ts";
import { addNodes, freshId, type NodePlace } from "./add-node.ts";
import { type Body, idOf, isGroup, isObject, itemsOf, listsOf, type NodeSource, withMember } from "./body.ts";
import { renameNodes } from "./rename-node.ts";
import { preOf, withPre } from "./ways.ts";

export interface Pasted {
  readonly body: Body;
  /** Of the nodes that are new, without those in their groups. */
  readonly ids: readonly string[];
}

/** Nodes as text for the clipboard; those within a group that is copied too come with it. */
export function copyNodes(body: Body, ids: ReadonlySet<string>): string {
  const nodes: unknown[] = [];
  const take = (items: readonly unknown[]): void => {
    for (const item of items)
      if (ids.has(idOf(item) ?? "")) nodes.push(item);
      else if (isGroup(item)) take(itemsOf(item["nodes"]));
  };
  take(itemsOf(body["nodes"]));
  return jsonText({ nodes });
}

/** A body with nodes that were copied, of this workflow or of another; `null` where the text has none. */
export function pasteNodes(body: Body, text: string, place: NodePlace = {}): Pasted | null {
  const copied = readNodes(text);
  if (copied === null) return null;
  const ids = freshIds(body, copied);
  const { nodes } = renameNodes(copied, ids);
  const tops = new Set(itemsOf(nodes).map(idOf));
  const sources = itemsOf(nodes)
    .filter(isObject)
    // The places and the other nodes are those of where they come from.
    .map((node) => withMember(node, "position", undefined))
    .map((node) =>
      "pre" in node
        ? withPre(
            node,
            preOf(node).filter((way) => tops.has(fromOf(way))),
          )
        : node,
    );
  return { body: addNodes(body, sources, place), ids: sources.flatMap((node) => idOf(node) ?? []) };
}

function readNodes(text: string): Body | null {
  try {
    const value = parseExactJson(text);
    const nodes = isObject(value) ? itemsOf(value["nodes"]).filter((node) => idOf(node) !== null) : [];
    return nodes.length === 0 ? null : { nodes };
  } catch {
    return null;
  }
}

function freshIds(body: Body, copied: Body): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  let taken: NodeSource = body;
  for (const id of listsOf(copied).flatMap(({ items }) => items.map(idOf))) {
    if (id === null || ids.has(id)) continue;
    const fresh = freshId(taken, id);
    ids.set(id, fresh);
    taken = { nodes: [...itemsOf(taken["nodes"]), { id: fresh }] };
  }
  return ids;
}

function fromOf(way: unknown): string | null {
  return isObject(way) && typeof way["node"] === "string" ? way["node"] : null;
}
